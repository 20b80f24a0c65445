import { inArray } from 'drizzle-orm';
import type { ReadContext } from '../../http/operation.js';
import { conflict, fieldProblem, validationProblem } from '../../http/problem.js';
import { findByIds } from '../../http/resource.js';
import { archivedProblem } from '../../http/state-machine.js';
import { toWire } from '../../http/wire.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { only, zip } from '../../kernel/lists.js';
import type { ObjectKind } from '../../limits/objects.js';
import { lockNamedCandidates, setRole } from '../candidates/index.js';
import { roleRecords } from '../roles/index.js';
import { findTenant } from '../tenants/index.js';
import { type EvaluatedRequirement, evaluate, onboardingStatus } from './evaluate.js';
import { loadEvidence, type OnboardingRow, onboardingRecords } from './records.js';
import { Onboarding } from './wire.js';

type NewOnboarding = Pick<OnboardingRow, 'candidateId' | 'roleId' | 'workState'>;

/**
 * Starts the onboarding of a candidate for a role, which becomes the role of the candidate. The candidate stays locked.
 *
 * @throws Problem 422 naming an unknown candidate or role, 409 when either is archived or the candidate is onboarded for the
 * role already.
 */
export async function createOnboarding(
  command: ScopedCommand,
  order: NewOnboarding,
): Promise<OnboardingRow> {
  await lockCandidates(command, [order]);
  if ((await findOnboardings(command, [order])).size > 0) {
    const detail = 'The candidate is being onboarded for this role already.';
    throw conflict({ reason: 'onboarding_exists', facts: {} }, detail);
  }
  return only(await startOnboardings(command, [order]));
}

/**
 * Finds the onboardings of candidates for roles, or starts them. Found onboardings stay unchanged. The number of statements
 * depends on the number of roles only.
 *
 * @returns the onboardings in the order of `orders`.
 * @throws Problem 422 naming an unknown candidate or role, 409 when either is archived.
 */
export async function ensureOnboardings(
  command: ScopedCommand,
  orders: readonly NewOnboarding[],
): Promise<OnboardingRow[]> {
  await lockCandidates(command, orders);
  const known = await findOnboardings(command, orders);
  const missing = new Map(
    orders.filter((order) => !known.has(keyOf(order))).map((order) => [keyOf(order), order]),
  );
  const started = await startOnboardings(command, [...missing.values()]);
  const all = new Map([...known, ...started.map((row) => [keyOf(row), row] as const)]);
  return orders.flatMap((order) => all.get(keyOf(order)) ?? []);
}

async function findOnboardings(
  { tx, scope }: ScopedCommand,
  orders: readonly NewOnboarding[],
): Promise<ReadonlyMap<string, OnboardingRow>> {
  const { table } = onboardingRecords;
  const wanted = new Set(orders.map(keyOf));
  const ofCandidates = inArray(table.candidateId, [...candidatesOf(orders)]);
  const rows = await onboardingRecords.select(tx, scope, ofCandidates);
  return new Map(rows.map((row) => [keyOf(row), row] as const).filter(([key]) => wanted.has(key)));
}

// The lock prevents a second onboarding for the role, against which the table has no constraint.
async function lockCandidates(
  { tx, scope }: ScopedCommand,
  orders: readonly NewOnboarding[],
): Promise<void> {
  const candidates = await lockNamedCandidates(tx, scope, [...candidatesOf(orders)]);
  const roleIds = orders.map(({ roleId }) => roleId);
  const roles = await findByIds(roleRecords, tx, scope, roleIds);
  for (const { candidateId, roleId } of orders) {
    const candidate = candidates.get(candidateId);
    const role = roles.get(roleId);
    if (!candidate || !role) {
      throw validationProblem([
        ...(candidate ? [] : [unknown('candidateId', 'candidate')]),
        ...(role ? [] : [unknown('roleId', 'role')]),
      ]);
    }
    if (candidate.status === 'archived') throw archivedProblem('candidate');
    if (role.archived) throw archivedProblem('role');
  }
}

async function startOnboardings(
  command: ScopedCommand,
  orders: readonly NewOnboarding[],
): Promise<OnboardingRow[]> {
  const ids = await command.nextIds('onb', orders.length);
  const rows = await onboardingRecords.insertAll(
    command,
    zip(ids, orders).map(([id, { candidateId, roleId, workState }]) => {
      return { id, candidateId, roleId, workState };
    }),
  );
  for (const roleId of new Set(orders.map((order) => order.roleId))) {
    const ofRole = orders.filter((order) => order.roleId === roleId);
    await setRole(command, roleId, [...candidatesOf(ofRole)]);
  }
  return rows;
}

function candidatesOf(orders: readonly NewOnboarding[]): ReadonlySet<string> {
  return new Set(orders.map(({ candidateId }) => candidateId));
}

function keyOf({ candidateId, roleId }: Pick<NewOnboarding, 'candidateId' | 'roleId'>): string {
  return `${candidateId} ${roleId}`;
}

function unknown(param: string, what: ObjectKind) {
  return fieldProblem(param, { code: 'unknown', facts: { what } });
}

/** Shows onboardings, each with its current checklist. Takes four queries for any number of onboardings. */
export async function withChecklists(
  { sql, scope, now }: Pick<ReadContext, 'sql' | 'scope' | 'now'>,
  rows: readonly OnboardingRow[],
) {
  if (rows.length === 0) return [];
  const { timeZone } = await findTenant(sql, scope.tenantId);
  const roleIds = rows.map(({ roleId }) => roleId);
  const roles = await findByIds(roleRecords, sql, scope, roleIds);
  const candidateIds = rows.map(({ candidateId }) => candidateId);
  const evidence = await loadEvidence(sql, scope, candidateIds);
  return rows.map((row) => {
    const requirements = evaluate(
      roles.get(row.roleId)?.requirements ?? [],
      { workState: row.workState, timeZone, now },
      evidence.get(row.candidateId) ?? [],
    );
    return toWire(Onboarding, { ...row, status: onboardingStatus(requirements), requirements });
  });
}

export function requirementToWire({ expiresAt, ...requirement }: EvaluatedRequirement) {
  return { ...requirement, expiresAt: expiresAt?.toISOString() ?? null };
}
