import type { z } from 'zod';
import { validationProblem } from '../../http/problem.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { callersAuthorization } from './callers-authorization.js';
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
    ...callersAuthorization(authorizedAt, now),
    id: await nextId('cand'),
    status: 'new',
  });
}

/** @throws Problem for a date that is still to come. */
export function checkBirth(dateOfBirth: string | null | undefined, now: Date): void {
  if (!dateOfBirth || dateOfBirth <= now.toISOString().slice(0, 10)) return;
  const message = 'must not be in the future';
  throw validationProblem([{ param: 'dateOfBirth', code: 'in_the_future', message }]);
}
