// What others may use of this capability.

export { authenticator } from './authenticate.js';
export { createKey, hashKey, storeKey } from './create-key.js';
export { keyOperations } from './operations.js';
export { keyStates } from './states.js';
export { countUses } from './usage.js';
