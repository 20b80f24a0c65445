import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { ArchivedFilter, allowedFrom, archivableStatus, archivedIs } from '../api/archivable.js';
import { found } from '../api/find.js';
import { type ChangeContext, changeOperation, readOperation } from '../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../api/paging.js';
import { nextState } from '../api/state-machine.js';
import { requirePackage } from '../packages/find-package.js';
import { roles } from '../store/schema/index.js';
import { inTenant } from '../store/scope.js';
import { createRole } from './create-role.js';
import { findRole, lockRole, type RoleRow } from './find-role.js';
import { readRequirements } from './read-requirements.js';
import { roleStates } from './states.js';
import { roleToWire } from './to-wire.js';
import { ChangeRole, CreateRole, Role } from './wire.js';

const tag = 'Roles and requirements';
const params = z.object({ id: z.string() });

const list = readOperation({
  id: 'listRoles',
  path: '/v1/roles',
  tag,
  summary: 'List roles',
  scopes: ['full_access'],
  shown: false,
  input: { query: z.strictObject({ ...pageQuery, archived: ArchivedFilter }) },
  status: 200,
  returns: listOf(Role).meta({ id: 'RoleList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope }) {
    const { archived } = query;
    const range = pageRange(roles.seq, query, { archived });
    const rows = await sql
      .select()
      .from(roles)
      .where(and(inTenant(roles, scope), archivedIs(roles, archived), range.where))
      .orderBy(range.orderBy)
      .limit(range.limit);
    return page(rows, query, { archived }, roleToWire);
  },
});

const get = readOperation({
  id: 'getRole',
  path: '/v1/roles/{id}',
  tag,
  summary: 'Get a role',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: Role,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope }) {
    return roleToWire(await findRole(sql, scope, id));
  },
});

const create = changeOperation({
  id: 'createRole',
  method: 'POST',
  path: '/v1/roles',
  tag,
  summary: 'Create a role with its required credentials and checks',
  scopes: ['full_access'],
  shown: false,
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
  tag,
  summary: 'Change a role',
  scopes: ['full_access'],
  shown: false,
  input: { params, body: ChangeRole },
  status: 200,
  returns: Role,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: allowedFrom(roleStates.change.from),
  async handle({ params: { id }, body: { requirements, packageId, name } }, context) {
    const { tx, scope } = context;
    const before = await lockRole(tx, scope, id);
    nextState(roleStates, 'change', archivableStatus(before));
    const asked = requirements && (await readRequirements(tx, requirements));
    if (typeof packageId === 'string') await requirePackage(tx, scope, packageId);
    return roleToWire(await save(context, id, { name, requirements: asked, packageId }));
  },
});

const archive = changeOperation({
  id: 'archiveRole',
  method: 'DELETE',
  path: '/v1/roles/{id}',
  tag,
  summary: 'Archive a role; invitations and onboardings to it go on',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: Role,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: allowedFrom(roleStates.archive.from),
  async handle({ params: { id } }, context) {
    const before = await lockRole(context.tx, context.scope, id);
    nextState(roleStates, 'archive', archivableStatus(before));
    return roleToWire(await save(context, id, { archived: true }));
  },
});

export const roleOperations = [list, get, create, change, archive];

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
