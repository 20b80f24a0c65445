export { partnerEndings, partnerJobs } from './close-tenant.js';
export { partnerOperations } from './operations.js';
export { furnishTenant } from './provision-tenant.js';
