export { furnishTenant } from './provision-tenant.js';
export { partnerOperations } from './operations.js';
