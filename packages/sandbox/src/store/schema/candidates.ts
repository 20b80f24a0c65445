import { date, index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { seq, time } from './columns.js';

export const candidates = pgTable(
  'candidates',
  {
    id: text().primaryKey(),
    seq: seq(),
    tenantId: text('tenant_id').notNull(),
    externalId: text('external_id'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text().notNull(),
    phone: text(),
    dateOfBirth: date('date_of_birth'),
    /** The last four digits. A whole number is never stored. */
    ssnLast4: text('ssn_last4'),
    workState: text('work_state'),
    status: text({ enum: ['new', 'invited', 'in_progress', 'completed', 'archived'] }).notNull(),
    metadata: json().$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    index('candidates_list').on(t.tenantId, t.seq),
    index('candidates_by_external_id').on(t.tenantId, t.externalId, t.seq),
    index('candidates_by_email').on(t.tenantId, t.email, t.seq),
    index('candidates_by_status').on(t.tenantId, t.status, t.seq),
  ],
);
