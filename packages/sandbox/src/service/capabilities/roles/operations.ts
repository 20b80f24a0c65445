import { collection } from '../../http/collection.js';
import { tagged } from '../../http/operation.js';
import { ArchivedFilter } from '../../http/state-machine.js';
import { requirePackage } from '../packages/index.js';
import { roleRecords } from './records.js';
import { createRole, readRequirements } from './save-role.js';
import { ChangeRole, CreateRole, Role, roleToWire } from './wire.js';

const roles = collection({
  path: '/v1/roles',
  shared: true,
  of: roleRecords,
  item: Role,
  toWire: (rows) => rows.map(roleToWire),
});

export const roleOperations = tagged('Roles and requirements', [
  roles.list({
    id: 'listRoles',
    summary: 'List roles',
    search: { of: 'the name', texts: [roleRecords.table.name] },
    filters: { archived: ArchivedFilter },
  }),

  roles.get({ id: 'getRole', summary: 'Get a role' }),

  roles.create({
    id: 'createRole',
    summary: 'Create a role with its required credentials and checks',
    body: CreateRole,
    refuses: ['resource_not_found', 'state_conflict'],
    run: createRole,
  }),

  roles.change('change', {
    id: 'changeRole',
    summary: 'Change a role',
    body: ChangeRole,
    async run(context, role, { requirements, packageId, name }) {
      const { tx, scope } = context;
      const asked = requirements && (await readRequirements(tx, scope, requirements));
      if (typeof packageId === 'string') await requirePackage(tx, scope, packageId);
      return roleRecords.save(context, role, { name, requirements: asked, packageId });
    },
  }),

  roles.remove('archive', {
    id: 'archiveRole',
    summary: 'Archive a role; invitations and onboardings to it go on',
  }),
]);
