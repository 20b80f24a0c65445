export { requestOperations } from './operations.js';
export { storeRequests } from './records.js';
