// What others may use of this capability.

export { openRoles, type RoleRow, rolesById } from './find-role.js';
export { roleOperations } from './operations.js';
export { roleCatalog } from './role-catalog.js';
