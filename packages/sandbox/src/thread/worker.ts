// The program of the worker thread.
import { startService } from '../start.js';
import { runWorker } from './run-worker.js';

await runWorker(startService);
