// What others may use of this capability.

export { requestOperations } from './operations.js';
export { storeRequests } from './records.js';
