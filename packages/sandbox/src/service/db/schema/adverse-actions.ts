import { integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import { candidates } from './candidates.js';
import { foreignId, listIndex, tenantObject, time, timestamps } from './columns.js';
import { reports } from './reports.js';

/** The dispute of an adverse action. Times are ISO 8601. */
export interface Dispute {
  readonly openedAt: string;
  /** The candidate on the hosted page, or a caller for them. */
  readonly openedBy: 'candidate' | 'caller';
  readonly statement: string;
  readonly recordIds: readonly string[];
  readonly checkIds: readonly string[];
  /** If it is unresolved by then, the disputed records are deleted. */
  readonly dueAt: string;
  readonly resolvedAt: string | null;
  readonly outcome: 'accurate' | 'amended' | 'withdrawn' | null;
}

/** An entry in the history of an adverse action. Times are ISO 8601. */
export interface HistoryEntry {
  readonly at: string;
  readonly action: string;
  readonly by: 'caller' | 'candidate' | 'service';
}

export const adverseActions = pgTable(
  'adverse_actions',
  {
    ...tenantObject,
    reportId: foreignId('report_id', () => reports.id),
    candidateId: foreignId('candidate_id', () => candidates.id),
    /** The stage, the status and whether a dispute is resolved, in one state. It sets the status and, unless it is `canceled`, the stage. */
    phase: text({
      enum: ['pre-notice', 'dispute-open', 'dispute-resolved', 'completed', 'canceled'],
    }).notNull(),
    /** The stages of spec section 3, in order. An adverse action never goes back, and skips `dispute` when nobody disputes. */
    stage: text({ enum: ['pre-notice', 'dispute', 'final-notice'] }).notNull(),
    status: text({ enum: ['open', 'completed', 'canceled'] }).notNull(),
    /** The records and checks that the action is based on. */
    recordIds: text('record_ids').array().notNull(),
    checkIds: text('check_ids').array().notNull(),
    /** Calendar days. */
    waitingPeriodDays: integer('waiting_period_days').notNull(),
    preNoticeSentAt: time('pre_notice_sent_at').notNull(),
    /** Null while a dispute is unresolved. */
    finalNoticeEligibleAt: time('final_notice_eligible_at'),
    /** When the service sends it. `null` if a caller has to ask for it. */
    finalNoticeScheduledAt: time('final_notice_scheduled_at'),
    finalNoticeSentAt: time('final_notice_sent_at'),
    dispute: json().$type<Dispute>(),
    /** The rest of the waiting period when a dispute stopped it, in seconds. */
    waitLeftSeconds: integer('wait_left_seconds'),
    canceledAt: time('canceled_at'),
    history: json().$type<readonly HistoryEntry[]>().notNull(),
    ...timestamps,
  },
  (t) => [
    listIndex('adverse_actions_list', t, t.tenantId),
    listIndex('adverse_actions_of_report', t, t.tenantId, t.reportId),
    listIndex('adverse_actions_of_candidate', t, t.tenantId, t.candidateId),
    listIndex('adverse_actions_by_stage', t, t.tenantId, t.stage),
    listIndex('adverse_actions_by_status', t, t.tenantId, t.status),
  ],
);
