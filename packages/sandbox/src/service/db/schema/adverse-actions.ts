import { index, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import { candidates } from './candidates.js';
import { seq, time } from './columns.js';
import { reports } from './reports.js';

/** The dispute of an adverse action. Times are ISO 8601. */
export interface Dispute {
  readonly openedAt: string;
  /** The candidate on the hosted page, or a caller for them. */
  readonly openedBy: 'candidate' | 'caller';
  readonly statement: string;
  readonly recordIds: readonly string[];
  readonly checkIds: readonly string[];
  /** Unresolved then, the disputed records are deleted. */
  readonly dueAt: string;
  readonly resolvedAt: string | null;
  readonly outcome: 'accurate' | 'amended' | 'withdrawn' | null;
}

/** What has happened to an adverse action. Times are ISO 8601. */
export interface HistoryEntry {
  readonly at: string;
  readonly action: string;
  readonly by: 'caller' | 'candidate' | 'service';
}

export const adverseActions = pgTable(
  'adverse_actions',
  {
    id: text().primaryKey(),
    seq: seq(),
    tenantId: text('tenant_id').notNull(),
    reportId: text('report_id')
      .notNull()
      .references(() => reports.id),
    candidateId: text('candidate_id')
      .notNull()
      .references(() => candidates.id),
    stage: text({ enum: ['pre-notice', 'dispute', 'final-notice'] }).notNull(),
    status: text({ enum: ['open', 'completed', 'canceled'] }).notNull(),
    /** What the action is based on. */
    recordIds: text('record_ids').array().notNull(),
    checkIds: text('check_ids').array().notNull(),
    /** Calendar days. */
    waitingPeriodDays: integer('waiting_period_days').notNull(),
    preNoticeSentAt: time('pre_notice_sent_at').notNull(),
    /** Null while a dispute is unresolved. */
    finalNoticeEligibleAt: time('final_notice_eligible_at'),
    /** When the service sends it. Null: not before a caller asks for it. */
    finalNoticeScheduledAt: time('final_notice_scheduled_at'),
    finalNoticeSentAt: time('final_notice_sent_at'),
    dispute: json().$type<Dispute>(),
    /** What was left of the waiting period when a dispute stopped it, in seconds. */
    waitLeftSeconds: integer('wait_left_seconds'),
    canceledAt: time('canceled_at'),
    history: json().$type<readonly HistoryEntry[]>().notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    index('adverse_actions_list').on(t.tenantId, t.createdAt, t.seq),
    index('adverse_actions_of_report').on(t.tenantId, t.reportId, t.createdAt, t.seq),
    index('adverse_actions_of_candidate').on(t.tenantId, t.candidateId, t.createdAt, t.seq),
    index('adverse_actions_by_stage').on(t.tenantId, t.stage, t.createdAt, t.seq),
    index('adverse_actions_by_status').on(t.tenantId, t.status, t.createdAt, t.seq),
  ],
);
