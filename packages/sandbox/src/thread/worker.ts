// The program of the worker thread.
import { startService } from '../service/start-service.js';
import { runWorker } from './serve-from-worker.js';

await runWorker(startService);
