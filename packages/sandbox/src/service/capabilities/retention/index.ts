export { ensureRetention, retentionEndings, retentionJob } from './jobs.js';
