import { z } from 'zod';
import type { Sql } from '../../db/sql.js';
import { collection } from '../../http/collection.js';
import { readOperation, tagged } from '../../http/operation.js';
import { listOf, wholeList } from '../../http/paging.js';
import {
  conflict,
  type FieldProblem,
  fieldProblem,
  found,
  validationProblem,
} from '../../http/problem.js';
import { ArchivedFilter } from '../../http/state-machine.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { freeSlug } from '../../kernel/free-slug.js';
import { text } from '../../limits/bounded.js';
import {
  checkTypes,
  knownCheckTypes,
  type PackageRow,
  packageRecords,
  rolesThatOrder,
} from './records.js';
import {
  ChangePackage,
  CheckType,
  CreatePackage,
  checkTypeToWire,
  Package,
  packagesToWire,
} from './wire.js';

const MOST_NAMED = 5;

const packages = collection({
  path: '/v1/packages',
  shared: true,
  of: packageRecords,
  item: Package,
  toWire: (rows, { sql, scope }) => packagesToWire(sql, scope.tenantId, rows),
});

export const packageOperations = tagged('Packages and check types', [
  readOperation({
    id: 'listCheckTypes',
    path: '/v1/check-types',
    summary: 'List check types',
    input: {},
    returns: listOf(CheckType).meta({ id: 'CheckTypeList' }),
    refuses: ['parameter_unknown'],
    async handle(_input, { sql }) {
      return wholeList((await checkTypes(sql)).map(checkTypeToWire));
    },
  }),

  readOperation({
    id: 'getCheckType',
    path: '/v1/check-types/{slug}',
    summary: 'Get a check type',
    input: { params: z.object({ slug: text('slug') }) },
    returns: CheckType,
    async handle({ params: { slug } }, { sql }) {
      return checkTypeToWire(found(await checkTypes(sql, [slug]), 'check_type', slug));
    },
  }),

  packages.list({
    id: 'listPackages',
    summary: 'List packages with their current prices',
    search: { of: 'the name', texts: [packageRecords.table.name] },
    filters: { archived: ArchivedFilter },
  }),

  packages.get({ id: 'getPackage', summary: 'Get a package with its current price' }),

  packages.create({
    id: 'createPackage',
    summary: 'Create a package from any combination of check types',
    body: CreatePackage,
    run: createPackage,
  }),

  packages.change('change', {
    id: 'changePackage',
    summary: 'Update a package; existing reports do not change',
    body: ChangePackage,
    async run(context, row, body) {
      if (body.checkTypeSlugs) await checkCheckTypes(context.tx, body.checkTypeSlugs);
      return packageRecords.save(context, row, body);
    },
  }),

  packages.remove('archive', {
    id: 'archivePackage',
    summary: 'Archive a package that no active role orders; its reports continue',
    async run(context, row) {
      await refuseIfOrdered(context.tx, row);
      return packageRecords.act(context, 'archive', row, {});
    },
  }),
]);

/** @throws Problem 409 naming the active roles whose invitations order the package: they need another one first. */
async function refuseIfOrdered(tx: Sql, row: PackageRow): Promise<void> {
  const found = await rolesThatOrder(tx, row, MOST_NAMED + 1);
  if (found.length === 0) return;
  const named = found.slice(0, MOST_NAMED);
  const slugs = named.map(({ slug }) => slug).join(', ');
  const names = named.map(({ name }) => name);
  const hasMore = found.length > MOST_NAMED;
  const more = hasMore ? ' and others' : '';
  throw conflict(
    { reason: 'roles_order_package', facts: { names, hasMore } },
    `Active roles order this package: ${slugs}${more}. Give them another packageId first.`,
    'active',
  );
}

/** Creates a package of a tenant. @throws Problem for an unknown or repeated check. */
async function createPackage(
  command: ScopedCommand,
  { name, checkTypeSlugs, priceCents }: z.output<typeof CreatePackage>,
): Promise<PackageRow> {
  const { tx, nextId, scope } = command;
  await checkCheckTypes(tx, checkTypeSlugs);
  return packageRecords.insert(command, {
    id: await nextId('pkg'),
    name,
    slug: await freeSlug(tx, { table: packageRecords.table, scope }, name, 'package'),
    checkTypeSlugs,
    priceCents: priceCents ?? null,
    custom: true,
    archived: false,
  });
}

/** @throws Problem naming every check that is unknown or repeated. */
async function checkCheckTypes(sql: Sql, slugs: readonly string[]): Promise<void> {
  const known = await knownCheckTypes(sql, slugs);
  const errors = slugs.flatMap((slug, index): FieldProblem[] => {
    const param = `checkTypeSlugs.${index}`;
    if (!known.has(slug)) {
      return [fieldProblem(param, { code: 'unknown', facts: { what: 'check_type' } })];
    }
    const isRepeated = slugs.indexOf(slug) < index;
    return isRepeated ? [fieldProblem(param, { code: 'duplicate', facts: {} })] : [];
  });
  if (errors.length > 0) throw validationProblem(errors);
}
