import { and, eq } from 'drizzle-orm';
import { archivedProblem } from '../../http/archivable.js';
import { Problem, validationProblem } from '../../http/problem.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { type CandidateRow, candidateRecords, lockNamedCandidate } from '../candidates/index.js';
import { rolesById } from '../roles/index.js';
import { type OnboardingRow, onboardingRecords } from './records.js';

/** The candidate of an onboarding, the role, and the place of work. */
interface NewOnboarding {
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
  const candidate = await lockCandidate(command, order);
  if (await findOnboarding(command, order)) {
    const detail = 'The candidate is being onboarded for this role already.';
    throw new Problem('duplicate_resource', detail);
  }
  return startOnboarding(command, candidate, order);
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
  const candidate = await lockCandidate(command, order);
  const known = await findOnboarding(command, order);
  return known ?? startOnboarding(command, candidate, order);
}

async function findOnboarding(
  { tx, scope }: ScopedCommand,
  { candidateId, roleId }: NewOnboarding,
): Promise<OnboardingRow | undefined> {
  const { table } = onboardingRecords;
  const isSame = and(eq(table.candidateId, candidateId), eq(table.roleId, roleId));
  const [row] = await onboardingRecords.select(tx, scope, isSame);
  return row;
}

// The lock keeps a second onboarding for the role away, for which the table has no constraint.
async function lockCandidate(
  { tx, scope }: ScopedCommand,
  { candidateId, roleId }: NewOnboarding,
): Promise<CandidateRow> {
  const candidate = await lockNamedCandidate(tx, scope, candidateId);
  const role = (await rolesById(tx, scope, [roleId])).get(roleId);
  if (!candidate || !role) {
    throw validationProblem([
      ...(candidate ? [] : [unknown('candidateId', 'candidate')]),
      ...(role ? [] : [unknown('roleId', 'role')]),
    ]);
  }
  if (candidate.status === 'archived') throw archivedProblem('candidate');
  if (role.archived) throw archivedProblem('role');
  return candidate;
}

async function startOnboarding(
  command: ScopedCommand,
  candidate: CandidateRow,
  order: NewOnboarding,
): Promise<OnboardingRow> {
  const row = await insertOnboarding(command, order);
  await candidateRecords.save(command, candidate, { roleId: order.roleId });
  return row;
}

/** The onboarding of a candidate that was created in the same transaction, and so has none. `setRole` has to follow. */
export async function insertOnboarding(
  command: ScopedCommand,
  { candidateId, roleId, workState }: NewOnboarding,
): Promise<OnboardingRow> {
  const id = await command.nextId('onb');
  return onboardingRecords.insert(command, { id, candidateId, roleId, workState });
}

function unknown(param: string, noun: string) {
  return { param, code: 'unknown', message: `is not a ${noun} of this account` };
}
