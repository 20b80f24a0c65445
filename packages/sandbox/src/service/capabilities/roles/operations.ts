import { z } from 'zod';
import { ArchivedFilter, allowedFrom } from '../../http/archivable.js';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import { allow, transition } from '../../http/state-machine.js';
import { text } from '../../limits/bounded.js';
import { requirePackage } from '../packages/index.js';
import { createRole } from './create-role.js';
import { readRequirements } from './read-requirements.js';
import { roleRecords } from './records.js';
import { roleStates } from './states.js';
import { roleToWire } from './to-wire.js';
import { ChangeRole, CreateRole, Role } from './wire.js';

const params = z.object({ id: text('id') });

const list = listOperation({
  id: 'listRoles',
  path: '/v1/roles',
  summary: 'List roles',
  of: roleRecords,
  item: Role,
  name: 'RoleList',
  filters: { archived: ArchivedFilter },
  toWire: (rows) => rows.map(roleToWire),
});

const get = readOperation({
  id: 'getRole',
  path: '/v1/roles/{id}',
  summary: 'Get a role',
  input: { params },
  returns: Role,
  async handle({ params: { id } }, { sql, scope }) {
    return roleToWire(await roleRecords.find(sql, scope, id));
  },
});

const create = changeOperation({
  id: 'createRole',
  method: 'POST',
  path: '/v1/roles',
  summary: 'Create a role with its required credentials and checks',
  input: { body: CreateRole },
  status: 201,
  returns: Role,
  refuses: ['resource_not_found', 'state_conflict'],
  async handle({ body }, context) {
    return roleToWire(await createRole(context, body));
  },
});

const change = changeOperation({
  id: 'changeRole',
  method: 'PATCH',
  path: '/v1/roles/{id}',
  summary: 'Change a role',
  input: { params, body: ChangeRole },
  returns: Role,
  refuses: ['state_conflict'],
  allowedWhen: allowedFrom(roleStates.actions.change.from),
  async handle({ params: { id }, body: { requirements, packageId, name } }, context) {
    const { tx, scope } = context;
    const before = await roleRecords.lock(tx, scope, id);
    allow(roleStates, 'change', before);
    const asked = requirements && (await readRequirements(tx, requirements));
    if (typeof packageId === 'string') await requirePackage(tx, scope, packageId);
    return roleToWire(
      await roleRecords.save(context, before, { name, requirements: asked, packageId }),
    );
  },
});

const archive = changeOperation({
  id: 'archiveRole',
  method: 'DELETE',
  path: '/v1/roles/{id}',
  summary: 'Archive a role; invitations and onboardings to it go on',
  input: { params },
  returns: Role,
  refuses: ['state_conflict'],
  allowedWhen: allowedFrom(roleStates.actions.archive.from),
  async handle({ params: { id } }, context) {
    const before = await roleRecords.lock(context.tx, context.scope, id);
    return roleToWire(
      await roleRecords.save(context, before, transition(roleStates, 'archive', before, {})),
    );
  },
});

export const roleOperations = tagged('Roles and requirements', [
  list,
  get,
  create,
  change,
  archive,
]);
