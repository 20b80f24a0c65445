export { importEndings, importJobs } from './jobs.js';
export { importOperations } from './operations.js';
