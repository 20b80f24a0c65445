import {
  and,
  between,
  type Column,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
} from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import type { Command } from '../../../kernel/command.js';
import { only } from '../../../kernel/lists.js';
import { writeRows } from '../../../kernel/update-rows.js';
import { limits } from '../../../limits/limits.js';
import { startOfBucket } from './time-buckets.js';

export type AttemptRow = typeof attempts.$inferSelect;

/** The condition for attempts that no fault has added. */
export const isOwn = ne(attempts.trigger, 'fault');

/** Selects the last attempts of a delivery, newest first. @param which `own`: without those that faults have added. */
export function lastAttempts(sql: Sql, deliveryId: string, most: number, which: 'all' | 'own') {
  return sql
    .select()
    .from(attempts)
    .where(and(eq(attempts.deliveryId, deliveryId), which === 'own' ? isOwn : undefined))
    .orderBy(desc(attempts.number))
    .limit(most);
}

export type LastAttempt = ReturnType<typeof selectLastAttempt>;

/** Selects the last attempt of each delivery of the outer query, without attempts by faults. @param upTo The highest number. */
export function selectLastAttempt(sql: Sql, upTo: Column) {
  const { number, state, responseStatus, errorCode, errorMessage } = attempts;
  return sql
    .select({ number, state, responseStatus, errorCode, errorMessage })
    .from(attempts)
    .where(and(eq(attempts.deliveryId, deliveries.id), lte(number, upTo), isOwn))
    .orderBy(desc(number))
    .limit(1)
    .as('last_attempt');
}

/** Counts the attempts that use up the policy: neither those that a fault added nor those that a dead process left. */
export function countUsedAttempts(tx: Sql, deliveryId: string): Promise<number> {
  return tx.$count(
    attempts,
    and(eq(attempts.deliveryId, deliveryId), ne(attempts.state, 'interrupted'), isOwn),
  );
}

/** Records that the attempts in flight of a delivery have no result: the process that made them is gone. */
export async function interruptAttempts(tx: Sql, deliveryId: string): Promise<void> {
  await writeRows(tx, attempts, { state: 'interrupted' }).where(
    and(eq(attempts.deliveryId, deliveryId), eq(attempts.state, 'started')),
  );
}

/** Records an attempt that the service could not make. */
export async function insertUnsent(
  { tx, now, nextId }: Command,
  attempt: Pick<typeof attempts.$inferInsert, 'deliveryId' | 'number' | 'trigger' | 'url'>,
): Promise<void> {
  await tx.insert(attempts).values({
    ...attempt,
    id: await nextId('att'),
    state: 'failed',
    requestHeaders: {},
    signedAt: new Date(),
    startedAt: now,
    errorCode: 'service_failed',
    errorMessage: 'The service has failed to make the attempt. Nothing was sent.',
  });
}

export async function failInterrupted(tx: Sql, id: string, errorMessage: string): Promise<void> {
  const columns = { state: 'failed', errorCode: 'interrupted', errorMessage } as const;
  await writeRows(tx, attempts, columns).where(eq(attempts.id, id));
}

const { most: MOST_DELIVERIES } = limits.countedDeliveries;
const { most: MOST_ATTEMPTS } = limits.shownAttempts;

/** A period of creation times. */
interface Period {
  /** Exclusive. */
  readonly from: Date;
  /** Inclusive. */
  readonly to: Date;
}

/**
 * Counts the newest deliveries of a period, and their attempts. The number of rows that it reads is bounded.
 *
 * @param seconds The size of the buckets in which attempts are counted, by start time.
 */
export async function countAnswers(sql: Sql, within: SQL, period: Period, seconds: number) {
  const newest = newestDeliveries(sql, within, period).limit(MOST_DELIVERIES).as('newest');
  // The limit makes the database look up each delivery instead of reading all attempts of all time.
  const ended = sql
    .select({
      state: attempts.state,
      status: attempts.responseStatus,
      ms: attempts.durationMs,
      start: startOfBucket(attempts.startedAt, seconds).mapWith(attempts.startedAt).as('start'),
    })
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
  const answers = await sql
    .select({
      start: ended.start,
      isWhole: raw<boolean>`grouping(${ended.start}) = 1`,
      attempts: count(),
      acknowledged: countOf(eq(ended.state, 'succeeded')),
      byResponse: {
        '2xx': countOf(between(ended.status, 200, 299)),
        '3xx': countOf(between(ended.status, 300, 399)),
        '4xx': countOf(between(ended.status, 400, 499)),
        '5xx': countOf(or(gte(ended.status, 500), lt(ended.status, 200))),
        none: countOf(isNull(ended.status)),
      },
      medianResponseMs: responseMs(0.5),
      p95ResponseMs: responseMs(0.95),
    })
    .from(newest)
    .innerJoinLateral(ended, raw`true`)
    .groupBy(raw`grouping sets ((), (${ended.start}))`);
  const rows = await sql
    .select({
      deliveries: count(),
      failed: countOf(eq(newest.status, 'failed')),
      longer: countOf(gt(newest.attemptCount, MOST_ATTEMPTS)),
    })
    .from(newest);
  const { longer, ...counted } = only(rows);
  const older = await newestDeliveries(sql, within, period).offset(MOST_DELIVERIES).limit(1);
  const complete = longer === 0 && older.length === 0;
  return {
    whole: { ...only(answers.filter(({ isWhole }) => isWhole)), ...counted, complete },
    parts: answers.filter(({ isWhole }) => !isWhole),
  };
}

const countOf = (condition: SQL | undefined) =>
  raw<number>`(count(*) filter (where ${condition}))::int`;

function newestDeliveries(sql: Sql, within: SQL, { from, to }: Period) {
  const { id, status, attemptCount, createdAt, seq } = deliveries;
  return sql
    .select({ id, status, attemptCount })
    .from(deliveries)
    .where(and(within, gt(createdAt, from), lte(createdAt, to)))
    .orderBy(desc(createdAt), desc(seq));
}
