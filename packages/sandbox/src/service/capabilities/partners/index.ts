export { furnishTenant } from './furnish-tenant.js';
export { partnerOperations } from './operations.js';
