import { boolean, index, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import { candidates } from './candidates.js';
import { foreignId, listIndex, tenantObject, time, timestamps } from './columns.js';
import { packages } from './packages.js';

/** A finding of a check. */
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
    ...tenantObject,
    candidateId: foreignId('candidate_id', () => candidates.id),
    packageId: foreignId('package_id', () => packages.id),
    workState: text('work_state').notNull(),
    status: text({
      enum: ['pending', 'in_progress', 'suspended', 'complete', 'disputed', 'canceled'],
    }).notNull(),
    result: text({ enum: ['clear', 'consider'] }),
    /** Whether some of its checks were canceled. */
    includesCanceled: boolean('includes_canceled').notNull(),
    adjudication: text({ enum: ['engaged', 'pre_adverse_action', 'post_adverse_action'] }),
    adjudicationNote: text('adjudication_note'),
    /** The open adverse action, or the last one. */
    adverseActionId: text('adverse_action_id'),
    priceCents: integer('price_cents').notNull(),
    priceSource: text('price_source', { enum: ['tenant', 'partner', 'list'] }).notNull(),
    invitationId: text('invitation_id'),
    /** The API request that ordered it: `null` if a hosted page did. */
    requestId: text('request_id'),
    metadata: json().$type<Readonly<Record<string, unknown>>>().notNull(),
    estimatedCompletionAt: time('estimated_completion_at'),
    /** The time of the first completion. */
    completedAt: time('completed_at'),
    ...timestamps,
  },
  (t) => [
    listIndex('reports_list', t, t.tenantId),
    listIndex('reports_of_candidate', t, t.tenantId, t.candidateId),
    listIndex('reports_of_package', t, t.tenantId, t.packageId),
    listIndex('reports_by_status', t, t.tenantId, t.status),
    listIndex('reports_by_result', t, t.tenantId, t.result),
    listIndex('reports_by_adjudication', t, t.tenantId, t.adjudication),
    listIndex('reports_by_work_state', t, t.tenantId, t.workState),
  ],
);

export const checks = pgTable(
  'checks',
  {
    ...tenantObject,
    reportId: foreignId('report_id', () => reports.id),
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
