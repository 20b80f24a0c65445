// What others may use of this capability.

export { furnishTenant } from './furnish-tenant.js';
export { partnerOperations } from './operations.js';
