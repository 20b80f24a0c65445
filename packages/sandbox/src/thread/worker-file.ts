import { fileURLToPath } from 'node:url';

/** The program of the worker thread, beside the bundle of this file in `dist/esm`. */
export const workerFile = (): string =>
  fileURLToPath(new URL('./thread/worker.js', import.meta.url));
