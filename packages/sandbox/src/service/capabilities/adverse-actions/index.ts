export { serveDispute } from './dispute-page/serve-dispute.js';
export { listNamedChecks, toFindings, unknownIds } from './findings.js';
export { adverseActionJobs } from './jobs.js';
export { cancelAdverseAction, openAdverseAction } from './open-adverse-action.js';
export { adverseActionOperations } from './operations.js';
export { lockOpenAction } from './records.js';
