import type { z } from 'zod';
import type { CandidateRow } from './records.js';
import type { Candidate } from './wire.js';

/** A candidate as the API shows it. */
export function candidateToWire(row: CandidateRow): z.input<typeof Candidate> {
  return {
    id: row.id,
    externalId: row.externalId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    dateOfBirth: row.dateOfBirth,
    ssnLast4: row.ssnLast4,
    workState: row.workState,
    roleId: row.roleId,
    status: row.status,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    authorization:
      row.authorizationSource && row.authorizedAt
        ? { source: row.authorizationSource, at: row.authorizedAt.toISOString() }
        : null,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
