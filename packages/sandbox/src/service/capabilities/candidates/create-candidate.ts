import type { z } from 'zod';
import { type Problem, validationProblem } from '../../http/problem.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { type CandidateRow, candidateRecords } from './records.js';
import { refuseSsn } from './refuse-ssn.js';
import type { CreateCandidate } from './wire.js';

/** Creates a candidate. @throws Problem for a whole Social Security number, or a time in the future. */
export async function createCandidate(
  command: ScopedCommand,
  { authorizedAt, ...body }: z.output<typeof CreateCandidate>,
): Promise<CandidateRow> {
  const { now, nextId } = command;
  refuseSsn(body);
  checkBirth(body.dateOfBirth, now);
  return candidateRecords.insert(command, {
    ...body,
    ...reportedAuthorization(authorizedAt, now),
    id: await nextId('cand'),
    status: 'new',
  });
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
  return validationProblem([
    { param, code: 'in_the_future', message: 'must not be in the future' },
  ]);
}
