// What others may use of this capability.

export { importJobs } from './jobs.js';
export { importOperations } from './operations.js';
