import { serveFromWorker } from '../../src/thread/serve-from-worker.js';
import { startFakeService } from './fake-service.js';

await serveFromWorker(startFakeService, String);
