export { importJobs } from './jobs.js';
export { importOperations } from './operations.js';
