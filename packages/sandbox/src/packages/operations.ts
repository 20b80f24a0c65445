import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { ArchivedFilter, allowedFrom, archivableStatus, archivedIs } from '../api/archivable.js';
import { found } from '../api/find.js';
import { type ChangeContext, changeOperation, readOperation } from '../api/operation.js';
import { listOf, page, pageQuery, pageRange, wholeList } from '../api/paging.js';
import { nextState } from '../api/state-machine.js';
import { checkTypes, packages } from '../store/schema/index.js';
import { inTenant } from '../store/scope.js';
import { checkCheckTypes } from './check-check-types.js';
import { createPackage } from './create-package.js';
import { findPackage, lockPackage, type PackageRow } from './find-package.js';
import { refuseIfOrdered } from './refuse-if-ordered.js';
import { priceResolver, resolvePrice } from './resolve-price.js';
import { packageStates } from './states.js';
import { checkTypeToWire, packageToWire } from './to-wire.js';
import { ChangePackage, CheckType, CreatePackage, Package } from './wire.js';

const tag = 'Packages and check types';
const params = z.object({ id: z.string() });

const listCheckTypes = readOperation({
  id: 'listCheckTypes',
  path: '/v1/check-types',
  tag,
  summary: 'List the checks that can be ordered',
  scopes: ['full_access'],
  shown: false,
  input: {},
  status: 200,
  returns: listOf(CheckType).meta({ id: 'CheckTypeList' }),
  refuses: ['parameter_unknown'],
  async handle(_input, { sql }) {
    const rows = await sql.select().from(checkTypes).orderBy(asc(checkTypes.seq));
    return wholeList(rows.map(checkTypeToWire));
  },
});

const getCheckType = readOperation({
  id: 'getCheckType',
  path: '/v1/check-types/{slug}',
  tag,
  summary: 'Get a check type',
  scopes: ['full_access'],
  shown: false,
  input: { params: z.object({ slug: z.string() }) },
  status: 200,
  returns: CheckType,
  refuses: ['resource_not_found'],
  async handle({ params: { slug } }, { sql }) {
    const rows = await sql.select().from(checkTypes).where(eq(checkTypes.slug, slug));
    return checkTypeToWire(found(rows, 'check type', slug));
  },
});

const list = readOperation({
  id: 'listPackages',
  path: '/v1/packages',
  tag,
  summary: 'List packages, with what they cost now',
  scopes: ['full_access'],
  shown: false,
  input: { query: z.strictObject({ ...pageQuery, archived: ArchivedFilter }) },
  status: 200,
  returns: listOf(Package).meta({ id: 'PackageList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope }) {
    const { archived } = query;
    const range = pageRange(packages.seq, query, { archived });
    const rows = await sql
      .select()
      .from(packages)
      .where(and(inTenant(packages, scope), archivedIs(packages, archived), range.where))
      .orderBy(range.orderBy)
      .limit(range.limit);
    const priceOf = await priceResolver(sql, scope.tenantId);
    return page(rows, query, { archived }, (row) => packageToWire(row, priceOf(row)));
  },
});

const get = readOperation({
  id: 'getPackage',
  path: '/v1/packages/{id}',
  tag,
  summary: 'Get a package, with what it costs now',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: Package,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope }) {
    const row = await findPackage(sql, scope, id);
    return packageToWire(row, await resolvePrice(sql, scope.tenantId, row));
  },
});

const create = changeOperation({
  id: 'createPackage',
  method: 'POST',
  path: '/v1/packages',
  tag,
  summary: 'Create a package from any combination of checks',
  scopes: ['full_access'],
  shown: false,
  input: { body: CreatePackage },
  status: 201,
  returns: Package,
  async handle({ body }, context) {
    const row = await createPackage(context, body);
    return packageToWire(row, await resolvePrice(context.tx, row.tenantId, row));
  },
});

const change = changeOperation({
  id: 'changePackage',
  method: 'PATCH',
  path: '/v1/packages/{id}',
  tag,
  summary: 'Change a package, for reports that are ordered from now on',
  scopes: ['full_access'],
  shown: false,
  input: { params, body: ChangePackage },
  status: 200,
  returns: Package,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: allowedFrom(packageStates.change.from),
  async handle({ params: { id }, body }, context) {
    const { tx, scope } = context;
    const before = await lockPackage(tx, scope, id);
    nextState(packageStates, 'change', archivableStatus(before));
    if (body.checkTypeSlugs) await checkCheckTypes(tx, body.checkTypeSlugs);
    const row = await save(context, id, body);
    return packageToWire(row, await resolvePrice(tx, row.tenantId, row));
  },
});

const archive = changeOperation({
  id: 'archivePackage',
  method: 'DELETE',
  path: '/v1/packages/{id}',
  tag,
  summary: 'Archive a package that no active role orders; its reports go on',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: Package,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: allowedFrom(packageStates.archive.from),
  guard: packageStates.archive.guard,
  async handle({ params: { id } }, context) {
    const { tx, scope } = context;
    const before = await lockPackage(tx, scope, id);
    nextState(packageStates, 'archive', archivableStatus(before));
    await refuseIfOrdered(tx, before);
    const row = await save(context, id, { archived: true });
    return packageToWire(row, await resolvePrice(tx, row.tenantId, row));
  },
});

export const packageOperations = [listCheckTypes, getCheckType, list, get, create, change, archive];

async function save(
  { tx, now }: ChangeContext,
  id: string,
  changes: z.output<typeof ChangePackage> & { readonly archived?: true },
): Promise<PackageRow> {
  const rows = await tx
    .update(packages)
    .set({ ...changes, updatedAt: now })
    .where(eq(packages.id, id))
    .returning();
  return found(rows, 'package', id);
}
