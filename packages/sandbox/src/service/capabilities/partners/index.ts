export { partnerEndings, partnerJobs } from './close-tenant.js';
export { partnerOperations } from './operations.js';
export { seedTenant } from './provision-tenant.js';
