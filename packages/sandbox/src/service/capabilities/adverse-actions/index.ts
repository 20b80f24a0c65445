export { cancelAdverseAction, openAdverseAction } from './adverse-action.js';
export { serveDispute } from './dispute-page/serve-dispute.js';
export { adverseActionEndings, adverseActionJobs } from './jobs.js';
export { toFindings, unknownIds } from './notices.js';
export { adverseActionOperations } from './operations.js';
export { lockOpenAction } from './records.js';
