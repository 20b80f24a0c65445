import { join } from 'node:path';

/** The program of the worker thread, which is an ES module, seen from the bundle of this file in `dist/cjs`. */
export const workerFile = (): string => join(__dirname, '../esm/thread/worker.js');
