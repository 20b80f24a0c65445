import type { z } from 'zod';
import { candidates } from '../../db/schema/index.js';
import { validationProblem } from '../../http/problem.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { callersAuthorization } from './callers-authorization.js';
import { refuseSsn } from './refuse-ssn.js';
import type { CandidateRow } from './to-wire.js';
import type { CreateCandidate } from './wire.js';

/** Creates a candidate. @throws Problem for a whole Social Security number, or a time in the future. */
export async function createCandidate(
  { tx, now, nextId, scope }: ScopedCommand,
  { authorizedAt, ...body }: z.output<typeof CreateCandidate>,
): Promise<CandidateRow> {
  refuseSsn(body);
  checkBirth(body.dateOfBirth, now);
  const [row] = await tx
    .insert(candidates)
    .values({
      ...body,
      ...callersAuthorization(authorizedAt, now),
      id: await nextId('cand'),
      tenantId: scope.tenantId,
      status: 'new',
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error('The database returned no row for an insert.');
  return row;
}

/** @throws Problem for a date that is still to come. */
export function checkBirth(dateOfBirth: string | null | undefined, now: Date): void {
  if (!dateOfBirth || dateOfBirth <= now.toISOString().slice(0, 10)) return;
  const message = 'must not be in the future';
  throw validationProblem([{ param: 'dateOfBirth', code: 'in_the_future', message }]);
}
