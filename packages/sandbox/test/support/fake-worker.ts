import { runWorker } from '../../src/thread/run-worker.js';
import { startFakeService } from './fake-service.js';

await runWorker(startFakeService);
