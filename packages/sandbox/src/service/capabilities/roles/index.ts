export { roleOperations } from './operations.js';
export { openRoles, type RoleRow, roleRecords } from './records.js';
export { roleCatalog } from './role-catalog.js';
