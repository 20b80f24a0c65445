import { runWorker } from '../../src/thread/serve-from-worker.js';
import { startFakeService } from './fake-service.js';

await runWorker(startFakeService);
