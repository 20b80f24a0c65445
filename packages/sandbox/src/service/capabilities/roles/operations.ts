import type { z } from 'zod';
import type { Requirement } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { collection } from '../../http/collection.js';
import { tagged } from '../../http/operation.js';
import {
  type FieldProblem,
  fieldProblem,
  repeated,
  validationProblem,
} from '../../http/problem.js';
import { ArchivedFilter } from '../../http/state-machine.js';
import type { Scope, ScopedCommand } from '../../kernel/command.js';
import { freeSlug } from '../../kernel/free-slug.js';
import { knownCheckTypes, requirePackage } from '../packages/index.js';
import { knownConfigs } from '../verifications/index.js';
import { type RoleRow, roleRecords } from './records.js';
import { ChangeRole, CreateRole, type RequirementInput, Role, roleToWire } from './wire.js';

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
    summary: 'Update a role',
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
    summary: 'Archive a role; its invitations and onboardings continue',
  }),
]);

/** @throws Problem 422 for invalid requirements, 404 when the tenant has no such package, 409 when the package is archived. */
async function createRole(
  command: ScopedCommand,
  { name, requirements, packageId }: z.output<typeof CreateRole>,
): Promise<RoleRow> {
  const { tx, nextId, scope } = command;
  const asked = await readRequirements(tx, scope, requirements);
  if (typeof packageId === 'string') await requirePackage(tx, scope, packageId);
  return roleRecords.insert(command, {
    id: await nextId('role'),
    name,
    slug: await freeSlug(tx, { table: roleRecords.table, scope }, name, 'role'),
    requirements: asked,
    packageId: packageId ?? null,
    archived: false,
  });
}

/**
 * Converts the requirements of a request to their stored form.
 *
 * @throws Problem naming every check and document that is unknown, or asked for twice in a state, and every repeated state.
 */
async function readRequirements(
  sql: Sql,
  scope: Scope,
  input: readonly RequirementInput[],
): Promise<readonly Requirement[]> {
  const known = {
    check: await knownCheckTypes(sql, pickSlugs(input, 'check')),
    document: await knownConfigs(sql, scope, pickSlugs(input, 'document')),
  };
  const errors = input.flatMap(({ kind, slug }, index): FieldProblem[] => {
    const param = `requirements.${index}.slug`;
    if (known[kind].has(slug)) return [];
    const what = kind === 'check' ? 'check_type' : 'document_configuration';
    return [fieldProblem(param, { code: 'unknown', facts: { what } })];
  });
  const states = input.flatMap((each, index) =>
    repeated(each.states ?? [], (at) => `requirements.${index}.states.${at}`),
  );
  const faults = [...errors, ...repeatedSlugs(input), ...states];
  if (faults.length > 0) throw validationProblem(faults);
  return input.map(({ kind, slug, required, validForDays, states }) => ({
    kind,
    slug,
    required,
    ...(validForDays ? { validForDays } : {}),
    ...(states ? { states } : {}),
  }));
}

function pickSlugs(input: readonly RequirementInput[], wanted: Requirement['kind']): string[] {
  return input.filter(({ kind }) => kind === wanted).map(({ slug }) => slug);
}

// Two requirements of a state must not ask for the same: they could differ in how long a result counts.
function repeatedSlugs(input: readonly RequirementInput[]): FieldProblem[] {
  return input.flatMap((one, index) => {
    const first = input.slice(0, index).findIndex((other) => askForSame(one, other));
    if (first === -1) return [];
    const param = `requirements.${index}.slug`;
    return [fieldProblem(param, { code: 'duplicate', facts: { index: first } })];
  });
}

function askForSame(one: RequirementInput, other: RequirementInput): boolean {
  if (one.kind !== other.kind || one.slug !== other.slug) return false;
  const { states } = other;
  return !one.states || !states || one.states.some((state) => states.includes(state));
}
