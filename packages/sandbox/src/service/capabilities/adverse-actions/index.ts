export { serveDispute } from './dispute-page/serve-dispute.js';
export { adverseActionEndings, adverseActionJobs } from './jobs.js';
export { adjudicationOperations, adverseActionOperations } from './operations.js';
