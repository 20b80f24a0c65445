import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { roles } from '../../db/schema/index.js';
import { ArchivedFilter, allowedFrom, archivedIs } from '../../http/archivable.js';
import { filterOf } from '../../http/filter.js';
import { found } from '../../http/find.js';
import {
  type ChangeContext,
  changeOperation,
  readOperation,
  tagged,
} from '../../http/operation.js';
import { listOf, page, pageQuery, pageRange, rowsIn } from '../../http/paging.js';
import { allow, transition } from '../../http/state-machine.js';
import { inTenant } from '../../kernel/scope.js';
import { text } from '../../limits/bounded.js';
import { requirePackage } from '../packages/index.js';
import { createRole } from './create-role.js';
import { findRole, lockRole, type RoleRow } from './find-role.js';
import { readRequirements } from './read-requirements.js';
import { roleStates } from './states.js';
import { roleToWire } from './to-wire.js';
import { ChangeRole, CreateRole, Role } from './wire.js';

const params = z.object({ id: text('id') });

const list = readOperation({
  id: 'listRoles',
  path: '/v1/roles',
  summary: 'List roles',
  input: { query: z.strictObject({ ...pageQuery, archived: ArchivedFilter }) },
  returns: listOf(Role).meta({ id: 'RoleList' }),
  async handle({ query }, { sql, scope }) {
    const filter = filterOf(query);
    const range = pageRange(roles.seq, query, filter);
    const where = and(inTenant(roles, scope), archivedIs(roles, filter.archived));
    const rows = await rowsIn(sql.select().from(roles).$dynamic(), range, where);
    return page(rows, query, filter, roleToWire);
  },
});

const get = readOperation({
  id: 'getRole',
  path: '/v1/roles/{id}',
  summary: 'Get a role',
  input: { params },
  returns: Role,
  async handle({ params: { id } }, { sql, scope }) {
    return roleToWire(await findRole(sql, scope, id));
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
    const before = await lockRole(tx, scope, id);
    allow(roleStates, 'change', before);
    const asked = requirements && (await readRequirements(tx, requirements));
    if (typeof packageId === 'string') await requirePackage(tx, scope, packageId);
    return roleToWire(await save(context, id, { name, requirements: asked, packageId }));
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
    const before = await lockRole(context.tx, context.scope, id);
    return roleToWire(await save(context, id, transition(roleStates, 'archive', before, {})));
  },
});

export const roleOperations = tagged('Roles and requirements', [
  list,
  get,
  create,
  change,
  archive,
]);

/** What a change sets. Undefined: it stays. */
type Changes = {
  readonly [Field in 'name' | 'requirements' | 'packageId' | 'archived']?:
    | RoleRow[Field]
    | undefined;
};

async function save({ tx, now }: ChangeContext, id: string, changes: Changes): Promise<RoleRow> {
  const rows = await tx
    .update(roles)
    .set({ ...changes, updatedAt: now })
    .where(eq(roles.id, id))
    .returning();
  return found(rows, 'role', id);
}
