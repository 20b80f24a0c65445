// What others may use of this capability.

export { ensureRetention, retentionJob } from './jobs.js';
