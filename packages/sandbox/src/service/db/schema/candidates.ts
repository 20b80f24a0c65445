import { sql } from 'drizzle-orm';
import { date, index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { listIndex, tenantObject, time, timestamps } from './columns.js';

export const candidates = pgTable(
  'candidates',
  {
    ...tenantObject,
    externalId: text('external_id'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text().notNull(),
    phone: text(),
    dateOfBirth: date('date_of_birth'),
    /** The last four digits. The whole number is never stored. */
    ssnLast4: text('ssn_last4'),
    workState: text('work_state'),
    /** The role that they were last invited to, or onboarded for. */
    roleId: text('role_id'),
    status: text({ enum: ['new', 'invited', 'in_progress', 'completed', 'archived'] }).notNull(),
    /** When they completed the intake. */
    submittedAt: time('submitted_at'),
    /** Who says that they have authorized checks. `null` if nobody has asked yet. */
    authorizationSource: text('authorization_source', { enum: ['hosted', 'caller', 'assumed'] }),
    authorizedAt: time('authorized_at'),
    metadata: json().$type<Readonly<Record<string, unknown>>>().notNull(),
    ...timestamps,
  },
  (t) => [
    listIndex('candidates_list', t, t.tenantId),
    listIndex('candidates_by_external_id', t, t.tenantId, t.externalId),
    listIndex('candidates_by_email', t, t.tenantId, t.email),
    // For rosters, which find a candidate by an email in any case.
    index('candidates_by_lower_email').on(t.tenantId, sql`lower(${t.email})`),
    listIndex('candidates_by_role', t, t.tenantId, t.roleId),
    listIndex('candidates_by_status', t, t.tenantId, t.status),
  ],
);
