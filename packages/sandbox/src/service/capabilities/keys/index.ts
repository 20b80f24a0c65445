export { authenticator } from './authenticate.js';
export { createKey, hashKey, storeKey } from './create-key.js';
export { keyOperations } from './operations.js';
export { revokeKeys } from './records.js';
export { countUses } from './usage-records.js';
