export { ensureRetention, retentionJob } from './jobs.js';
