export { authenticator, createKey, hashKey, storeKey } from './authenticate.js';
export { keyOperations } from './operations.js';
export { revokeKeys } from './records.js';
export { countUses } from './usage-records.js';
