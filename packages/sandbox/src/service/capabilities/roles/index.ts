export { roleOperations } from './operations.js';
export { openRoles, type RoleRow, roleRecords, rolesById } from './records.js';
export { roleCatalog } from './role-catalog.js';
