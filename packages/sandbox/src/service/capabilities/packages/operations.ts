import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { checkTypes } from '../../db/schema/index.js';
import { ArchivedFilter, allowedFrom } from '../../http/archivable.js';
import { found } from '../../http/find.js';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import { listOf, wholeList } from '../../http/paging.js';
import { allow, transition } from '../../http/state-machine.js';
import { text } from '../../limits/bounded.js';
import { checkCheckTypes } from './check-check-types.js';
import { createPackage } from './create-package.js';
import { packageRecords } from './records.js';
import { refuseIfOrdered } from './refuse-if-ordered.js';
import { priceResolver, resolvePrice } from './resolve-price.js';
import { packageStates } from './states.js';
import { checkTypeToWire, packageToWire } from './to-wire.js';
import { ChangePackage, CheckType, CreatePackage, Package } from './wire.js';

const params = z.object({ id: text('id') });

const listCheckTypes = readOperation({
  id: 'listCheckTypes',
  path: '/v1/check-types',
  summary: 'List the checks that can be ordered',
  input: {},
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
  summary: 'Get a check type',
  input: { params: z.object({ slug: text('slug') }) },
  returns: CheckType,
  async handle({ params: { slug } }, { sql }) {
    const rows = await sql.select().from(checkTypes).where(eq(checkTypes.slug, slug));
    return checkTypeToWire(found(rows, 'check type', slug));
  },
});

const list = listOperation({
  id: 'listPackages',
  path: '/v1/packages',
  summary: 'List packages, with what they cost now',
  of: packageRecords,
  item: Package,
  name: 'PackageList',
  filters: { archived: ArchivedFilter },
  async toWire(rows, { sql, scope }) {
    const priceOf = await priceResolver(sql, scope.tenantId);
    return rows.map((row) => packageToWire(row, priceOf(row)));
  },
});

const get = readOperation({
  id: 'getPackage',
  path: '/v1/packages/{id}',
  summary: 'Get a package, with what it costs now',
  input: { params },
  returns: Package,
  async handle({ params: { id } }, { sql, scope }) {
    const row = await packageRecords.find(sql, scope, id);
    return packageToWire(row, await resolvePrice(sql, scope.tenantId, row));
  },
});

const create = changeOperation({
  id: 'createPackage',
  method: 'POST',
  path: '/v1/packages',
  summary: 'Create a package from any combination of checks',
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
  summary: 'Change a package, for reports that are ordered from now on',
  input: { params, body: ChangePackage },
  returns: Package,
  refuses: ['state_conflict'],
  allowedWhen: allowedFrom(packageStates.actions.change.from),
  async handle({ params: { id }, body }, context) {
    const { tx, scope } = context;
    const before = await packageRecords.lock(tx, scope, id);
    allow(packageStates, 'change', before);
    if (body.checkTypeSlugs) await checkCheckTypes(tx, body.checkTypeSlugs);
    const row = await packageRecords.save(context, before, body);
    return packageToWire(row, await resolvePrice(tx, row.tenantId, row));
  },
});

const archive = changeOperation({
  id: 'archivePackage',
  method: 'DELETE',
  path: '/v1/packages/{id}',
  summary: 'Archive a package that no active role orders; its reports go on',
  input: { params },
  returns: Package,
  refuses: ['state_conflict'],
  allowedWhen: allowedFrom(packageStates.actions.archive.from),
  guard: packageStates.actions.archive.guard,
  async handle({ params: { id } }, context) {
    const { tx, scope } = context;
    const before = await packageRecords.lock(tx, scope, id);
    const changes = transition(packageStates, 'archive', before, {});
    await refuseIfOrdered(tx, before);
    const row = await packageRecords.save(context, before, changes);
    return packageToWire(row, await resolvePrice(tx, row.tenantId, row));
  },
});

export const packageOperations = tagged('Packages and check types', [
  listCheckTypes,
  getCheckType,
  list,
  get,
  create,
  change,
  archive,
]);
