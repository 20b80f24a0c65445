import type { z } from 'zod';
import { invalidField, type Problem } from '../../http/problem.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { zip } from '../../kernel/lists.js';
import { type CandidateRow, candidateRecords } from './records.js';
import { refuseSsn } from './refuse-ssn.js';
import type { CreateCandidate } from './wire.js';

/**
 * Creates candidates with one statement, in their order.
 *
 * @throws Problem for a whole Social Security number, or a time in the future.
 */
export async function createCandidates(
  command: ScopedCommand,
  people: readonly z.output<typeof CreateCandidate>[],
): Promise<CandidateRow[]> {
  const { now, nextIds } = command;
  for (const person of people) {
    refuseSsn(person);
    checkBirth(person.dateOfBirth, now);
  }
  const ids = await nextIds('cand', people.length);
  return candidateRecords.insertAll(
    command,
    zip(ids, people).map(([id, { authorizedAt, ...person }]) => ({
      ...person,
      ...reportedAuthorization(authorizedAt, now),
      id,
      status: 'new',
    })),
  );
}

/** @throws Problem for a date that is still to come. */
export function checkBirth(dateOfBirth: string | null | undefined, now: Date): void {
  if (!dateOfBirth || dateOfBirth <= now.toISOString().slice(0, 10)) return;
  throw inTheFuture('dateOfBirth');
}

/**
 * The columns of an authorization that the caller reports. It replaces an earlier one from any source.
 *
 * @throws Problem 422 for a time in the future.
 */
export function reportedAuthorization(authorizedAt: string | undefined, now: Date) {
  if (authorizedAt === undefined) return {};
  const at = new Date(authorizedAt);
  if (at > now) throw inTheFuture('authorizedAt');
  return { authorizationSource: 'caller' as const, authorizedAt: at };
}

function inTheFuture(param: string): Problem {
  return invalidField(param, 'in_the_future', 'must not be in the future');
}
