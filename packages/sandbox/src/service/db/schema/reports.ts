import { boolean, index, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import { candidates } from './candidates.js';
import { seq, time } from './columns.js';
import { packages } from './packages.js';

/** What a check has found. */
export interface CheckRecord {
  readonly id: string;
  readonly summary: string;
  readonly severity: 'low' | 'medium' | 'high';
  readonly jurisdiction: string;
  readonly disputed: boolean;
}

export const reports = pgTable(
  'reports',
  {
    id: text().primaryKey(),
    seq: seq(),
    tenantId: text('tenant_id').notNull(),
    candidateId: text('candidate_id')
      .notNull()
      .references(() => candidates.id),
    packageId: text('package_id')
      .notNull()
      .references(() => packages.id),
    workState: text('work_state').notNull(),
    status: text({
      enum: ['pending', 'in_progress', 'suspended', 'complete', 'disputed', 'canceled'],
    }).notNull(),
    result: text({ enum: ['clear', 'consider'] }),
    /** Some of its checks were canceled. */
    includesCanceled: boolean('includes_canceled').notNull(),
    adjudication: text({ enum: ['engaged', 'pre_adverse_action', 'post_adverse_action'] }),
    adjudicationNote: text('adjudication_note'),
    /** The one that is open, or the last one. */
    adverseActionId: text('adverse_action_id'),
    priceCents: integer('price_cents').notNull(),
    priceSource: text('price_source', { enum: ['tenant', 'partner', 'list'] }).notNull(),
    invitationId: text('invitation_id'),
    metadata: json().$type<Readonly<Record<string, unknown>>>().notNull(),
    estimatedCompletionAt: time('estimated_completion_at'),
    /** Of the first completion. */
    completedAt: time('completed_at'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => {
    const newest = [t.createdAt, t.seq] as const;
    return [
      index('reports_list').on(t.tenantId, ...newest),
      index('reports_of_candidate').on(t.tenantId, t.candidateId, ...newest),
      index('reports_of_package').on(t.tenantId, t.packageId, ...newest),
      index('reports_by_status').on(t.tenantId, t.status, ...newest),
      index('reports_by_result').on(t.tenantId, t.result, ...newest),
      index('reports_by_adjudication').on(t.tenantId, t.adjudication, ...newest),
      index('reports_by_work_state').on(t.tenantId, t.workState, ...newest),
    ];
  },
);

/** The checks of reports. */
export const checks = pgTable(
  'checks',
  {
    id: text().primaryKey(),
    seq: seq(),
    tenantId: text('tenant_id').notNull(),
    reportId: text('report_id')
      .notNull()
      .references(() => reports.id),
    checkTypeSlug: text('check_type_slug').notNull(),
    status: text({
      enum: ['pending', 'in_progress', 'clear', 'consider', 'unable_to_verify', 'canceled'],
    }).notNull(),
    records: json().$type<readonly CheckRecord[]>().notNull(),
    startedAt: time('started_at'),
    completedAt: time('completed_at'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [index('checks_of_report').on(t.reportId, t.seq)],
);
