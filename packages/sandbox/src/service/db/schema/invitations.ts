import { json, pgTable, text } from 'drizzle-orm/pg-core';
import { integrations } from './api.js';
import { candidates } from './candidates.js';
import { foreignId, listIndex, tenantObject, time, timestamps } from './columns.js';
import { packages } from './packages.js';
import { roles } from './roles.js';
import type { EnteredDocument } from './verifications.js';

/** The answers of a candidate so far. Their own data is stored with the candidate. */
export interface IntakeAnswers {
  /** When the identity was confirmed, ISO 8601. */
  readonly identityAt?: string;
  /** When the disclosure was read and the checks were authorized, ISO 8601. */
  readonly authorizedAt?: string;
  /** The name with which the candidate has signed. */
  readonly signature?: string;
  /** By the slug of the document configuration. */
  readonly documents?: Readonly<Record<string, EnteredDocument>>;
}

/** An invitation of a candidate to the hosted intake. */
export const invitations = pgTable(
  'invitations',
  {
    ...tenantObject,
    candidateId: foreignId('candidate_id', () => candidates.id),
    roleId: foreignId('role_id', () => roles.id),
    packageId: foreignId('package_id', () => packages.id),
    workState: text('work_state').notNull(),
    /** The integration that owns the verifications of the intake. `null` if the tenant has none. */
    integrationId: text('integration_id').references(() => integrations.id),
    status: text({ enum: ['pending', 'opened', 'completed', 'expired', 'canceled'] }).notNull(),
    /** Where the last page links to. */
    redirectUrl: text('redirect_url'),
    answers: json().$type<IntakeAnswers>().notNull(),
    expiresAt: time('expires_at').notNull(),
    openedAt: time('opened_at'),
    completedAt: time('completed_at'),
    canceledAt: time('canceled_at'),
    reportId: text('report_id'),
    ...timestamps,
  },
  (t) => [
    listIndex('invitations_list', t, t.tenantId),
    listIndex('invitations_of_candidate', t, t.tenantId, t.candidateId),
    listIndex('invitations_by_status', t, t.tenantId, t.status),
    listIndex('invitations_of_integration', t, t.integrationId),
  ],
);
