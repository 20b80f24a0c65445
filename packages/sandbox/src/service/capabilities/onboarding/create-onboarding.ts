import { and, eq, inArray } from 'drizzle-orm';
import { candidates, onboardings } from '../../db/schema/index.js';
import { archivedProblem } from '../../http/archivable.js';
import { Problem, validationProblem } from '../../http/problem.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { idInTenant, inTenant } from '../../kernel/scope.js';
import { rolesById } from '../roles/index.js';

export type OnboardingRow = typeof onboardings.$inferSelect;

/** Who is onboarded, for what and where. */
export interface NewOnboarding {
  readonly candidateId: string;
  readonly roleId: string;
  readonly workState: string;
}

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
  await checkOrder(command, order);
  if (await findOnboarding(command, order)) {
    const detail = 'The candidate is being onboarded for this role already.';
    throw new Problem('duplicate_resource', detail);
  }
  return startOnboarding(command, order);
}

/**
 * Finds the onboarding of a candidate for a role, or starts it. One that is found stays unchanged.
 *
 * @throws Problem 422 naming an unknown candidate or role, 409 when either is archived.
 */
export async function ensureOnboarding(
  command: ScopedCommand,
  order: NewOnboarding,
): Promise<OnboardingRow> {
  await checkOrder(command, order);
  return (await findOnboarding(command, order)) ?? startOnboarding(command, order);
}

async function findOnboarding(
  { tx, scope }: ScopedCommand,
  { candidateId, roleId }: Omit<NewOnboarding, 'workState'>,
): Promise<OnboardingRow | undefined> {
  const [row] = await tx
    .select()
    .from(onboardings)
    .where(
      and(
        inTenant(onboardings, scope),
        eq(onboardings.candidateId, candidateId),
        eq(onboardings.roleId, roleId),
      ),
    )
    .limit(1);
  return row;
}

// The lock keeps a second onboarding for the role away, for which the table has no constraint.
async function checkOrder(
  { tx, scope }: ScopedCommand,
  { candidateId, roleId }: NewOnboarding,
): Promise<void> {
  const where = idInTenant(candidates, scope, candidateId);
  const [candidate] = await tx
    .select({ status: candidates.status })
    .from(candidates)
    .where(where)
    .for('update');
  const role = (await rolesById(tx, scope, [roleId])).get(roleId);
  const errors = [
    ...(candidate ? [] : [unknown('candidateId', 'candidate')]),
    ...(role ? [] : [unknown('roleId', 'role')]),
  ];
  if (errors.length > 0) throw validationProblem(errors);
  if (candidate?.status === 'archived') throw archivedProblem('candidate');
  if (role?.archived) throw archivedProblem('role');
}

async function startOnboarding(
  command: ScopedCommand,
  order: NewOnboarding,
): Promise<OnboardingRow> {
  const row = await insertOnboarding(command, order);
  await setRole(command, order.roleId, [order.candidateId]);
  return row;
}

/** The onboarding of a candidate that was created in the same transaction, and so has none. {@link setRole} has to follow. */
export async function insertOnboarding(
  { tx, now, nextId, scope }: ScopedCommand,
  order: NewOnboarding,
): Promise<OnboardingRow> {
  const { candidateId, roleId, workState } = order;
  const [row] = await tx
    .insert(onboardings)
    .values({
      id: await nextId('onb'),
      tenantId: scope.tenantId,
      candidateId,
      roleId,
      workState,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error('The database returned no row for an insert.');
  return row;
}

/** Sets the role of candidates. */
export async function setRole(
  { tx, now, scope }: ScopedCommand,
  roleId: string,
  candidateIds: readonly string[],
): Promise<void> {
  await tx
    .update(candidates)
    .set({ roleId, updatedAt: now })
    .where(and(inTenant(candidates, scope), inArray(candidates.id, [...candidateIds])));
}

function unknown(param: string, what: string) {
  return { param, code: 'unknown', message: `is not a ${what} of this account` };
}
