export { importEndings, importJobs } from './jobs.js';
export { importOperations } from './operations.js';
export { isCommitting } from './records.js';
