export { partnerOperations } from './operations.js';
export { furnishTenant } from './provision-tenant.js';
