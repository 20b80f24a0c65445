export { authenticator, createKey, hashKey, storeKey } from './authenticate.js';
export { keyOperations } from './operations.js';
export { countUses, revokeKeys } from './records.js';
