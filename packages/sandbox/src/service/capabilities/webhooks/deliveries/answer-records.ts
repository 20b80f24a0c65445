import { and, desc, eq, gt, inArray, lte, sql as raw } from 'drizzle-orm';
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
} from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import type { Scope } from '../../../kernel/command.js';
import { only } from '../../../kernel/lists.js';
import { limits } from '../../../limits/limits.js';
import { isOwn } from './attempt-records.js';
import { deliveriesWithin } from './records.js';

const { most: MOST_DELIVERIES } = limits.countedDeliveries;
const { most: MOST_ATTEMPTS } = limits.shownAttempts;

/** A part of the deliveries of an endpoint, by when they were created. */
interface Period {
  readonly endpointId: string;
  /** Not part of it. */
  readonly from: Date;
  /** Part of it. */
  readonly to: Date;
}

/** Counts the newest deliveries of a period and their attempts. What it reads is bounded, however much there is. */
export async function countAnswers(sql: Sql, scope: Scope, period: Period) {
  const newest = newestDeliveries(sql, scope, period).limit(MOST_DELIVERIES).as('newest');
  // With a limit, so that the database looks each delivery up and does not read all attempts of all time.
  const ended = sql
    .select({ state: attempts.state, status: attempts.responseStatus, ms: attempts.durationMs })
    .from(attempts)
    .where(
      and(
        eq(attempts.deliveryId, newest.id),
        inArray(attempts.state, ['succeeded', 'failed']),
        isOwn,
      ),
    )
    .orderBy(desc(attempts.number))
    .limit(MOST_ATTEMPTS)
    .as('ended');
  const responseMs = (part: number) =>
    raw<
      number | null
    >`percentile_disc(${part}::double precision) within group (order by ${ended.ms})
      filter (where ${ended.status} is not null)`;
  const deliveriesThat = (condition = raw`true`) =>
    raw<number>`(count(distinct ${newest.id}) filter (where ${condition}))::int`;
  const rows = await sql
    .select({
      deliveries: deliveriesThat(),
      failed: deliveriesThat(eq(newest.status, 'failed')),
      attempts: raw<number>`count(${ended.state})::int`,
      acknowledged: raw<number>`(count(*) filter (where ${eq(ended.state, 'succeeded')}))::int`,
      medianResponseMs: responseMs(0.5),
      p95ResponseMs: responseMs(0.95),
      longer: deliveriesThat(gt(newest.attemptCount, MOST_ATTEMPTS)),
    })
    .from(newest)
    .leftJoinLateral(ended, raw`true`);
  const { longer, ...counted } = only(rows);
  const older = await newestDeliveries(sql, scope, period).offset(MOST_DELIVERIES).limit(1);
  return { from: period.from, ...counted, complete: longer === 0 && older.length === 0 };
}

function newestDeliveries(sql: Sql, scope: Scope, { endpointId, from, to }: Period) {
  const { id, status, attemptCount, createdAt, seq } = deliveries;
  return sql
    .select({ id, status, attemptCount })
    .from(deliveries)
    .where(
      and(deliveriesWithin({ endpointId }, scope, sql), gt(createdAt, from), lte(createdAt, to)),
    )
    .orderBy(desc(createdAt), desc(seq));
}
