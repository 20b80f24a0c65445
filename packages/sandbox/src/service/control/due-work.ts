import { and, asc, count, eq, gt, isNull, lte, sql as raw } from 'drizzle-orm';
import {
  webhookDeliveries as deliveries,
  webhookEndpoints as endpoints,
  jobs,
} from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { isWaiting } from '../engine/take-jobs.js';
import type { JobKind } from '../kernel/command.js';
import { limits } from '../limits/limits.js';
import type { DueKind, DueObject } from './due-kinds.js';

/** The objects that due work is for. Retention reschedules itself daily, and is not a reason to move the clock. */
const objects: Readonly<Record<DueKind, DueObject>> = {
  source_attempt: 'document_verification',
  source_answer: 'document_verification',
  session_expiry: 'verification_session',
  delivery_attempt: 'webhook_delivery',
  manual_attempt: 'webhook_delivery',
  recovery: 'webhook_endpoint',
  resumption: 'webhook_endpoint',
  discard: 'webhook_endpoint',
  invitation_expiry: 'invitation',
  check_result: 'report',
  suspension_expiry: 'report',
  magic_dispute: 'adverse_action',
  dispute_deadline: 'adverse_action',
  final_notice: 'adverse_action',
  import_validation: 'bulk_import',
  import_commit: 'bulk_import',
  tenant_closing: 'tenant',
  // No job: the secret ends by itself.
  secret_overlap: 'webhook_endpoint',
} satisfies Record<Exclude<JobKind, 'retention'> | 'secret_overlap', DueObject>;

const { most: MOST_SHOWN } = limits.shownDue;
const { most: MOST_COUNTED } = limits.countedDue;

/** Due work. */
interface Due {
  readonly kind: DueKind;
  readonly at: Date;
  readonly object: { readonly type: DueObject; readonly id: string };
  /** The owner of the object. */
  readonly tenantId: string;
  /** The host of the endpoint, if there is one. */
  readonly host: string | null;
  /** The number of the attempt of a delivery. */
  readonly attempt: number | null;
}

/** Reads due work, soonest first, and counts it by kind. Running jobs are left out. @param until Default: no end. */
export async function readDue(sql: Sql, now: Date, until?: Date) {
  const overlaps = await readOverlaps(sql, now, until);
  const counts = await countJobs(sql, until);
  // A secret that ends at the time of an attempt does not sign it. The sort keeps the order of equals.
  const due = [...overlaps, ...(await firstJobs(sql, until))].sort(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
  const jobCount = counts.reduce((sum, { jobs }) => sum + jobs, 0);
  return {
    data: due.slice(0, MOST_SHOWN),
    total: jobCount + overlaps.length,
    byKind: {
      ...Object.fromEntries(counts.map(({ kind, jobs }) => [kind, jobs])),
      ...(overlaps.length > 0 && { secret_overlap: overlaps.length }),
    },
    complete: jobCount < MOST_COUNTED && overlaps.length < MOST_COUNTED,
  };
}

const jobsUntil = (until: Date | undefined) => and(isWaiting, until && lte(jobs.dueAt, until));

async function firstJobs(sql: Sql, until: Date | undefined): Promise<Due[]> {
  const { kind, ref, dueAt, tenantId, endpointId, seq } = jobs;
  const first = sql
    .select({ kind, ref, dueAt, tenantId, endpointId, seq })
    .from(jobs)
    .where(jobsUntil(until))
    .orderBy(asc(dueAt), asc(seq))
    .limit(MOST_SHOWN)
    .as('first');
  const rows = await sql
    .select({
      kind: first.kind,
      id: first.ref,
      at: first.dueAt,
      tenantId: first.tenantId,
      url: endpoints.url,
      attempts: deliveries.attemptCount,
    })
    .from(first)
    .leftJoin(endpoints, eq(endpoints.id, raw`coalesce(${first.endpointId}, ${first.ref})`))
    .leftJoin(deliveries, eq(deliveries.id, first.ref))
    .orderBy(asc(first.dueAt), asc(first.seq));
  return rows.flatMap((row) => (row.kind === 'retention' ? [] : [dueOf(row.kind, row)]));
}

/** Reads the secrets that sign beside newer ones, by their ends. */
async function readOverlaps(sql: Sql, now: Date, until: Date | undefined): Promise<Due[]> {
  const { id, previousSecretExpiresAt: at, tenantId, url, deletedAt, seq } = endpoints;
  const rows = await sql
    .select({ id, at, tenantId, url })
    .from(endpoints)
    .where(and(isNull(deletedAt), gt(at, now), until && lte(at, until)))
    .orderBy(asc(at), asc(seq))
    .limit(MOST_COUNTED);
  return rows.flatMap(({ at, ...row }) =>
    at === null ? [] : [dueOf('secret_overlap', { ...row, at, attempts: null })],
  );
}

async function countJobs(sql: Sql, until: Date | undefined) {
  const { kind, dueAt, seq } = jobs;
  const first = sql
    .select({ kind })
    .from(jobs)
    .where(jobsUntil(until))
    .orderBy(asc(dueAt), asc(seq))
    .limit(MOST_COUNTED)
    .as('first');
  return sql
    .select({ kind: first.kind, jobs: count() })
    .from(first)
    .groupBy(first.kind)
    .orderBy(first.kind);
}

function dueOf(
  kind: DueKind,
  row: Pick<Due, 'at' | 'tenantId'> & {
    readonly id: string;
    readonly url: string | null;
    readonly attempts: number | null;
  },
): Due {
  const { id, at, tenantId, url, attempts } = row;
  return {
    kind,
    at,
    object: { type: objects[kind], id },
    tenantId,
    host: url === null ? null : new URL(url).host,
    attempt: attempts === null ? null : attempts + 1,
  };
}
