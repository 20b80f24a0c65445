// The program of the worker thread.
import { printError } from '../service/db/errors.js';
import { startService } from '../service/start-service.js';
import { serveFromWorker } from './serve-from-worker.js';

await serveFromWorker(startService, printError);
