import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  min,
  notExists,
  or,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  apiRequests,
  webhookAttempts as attempts,
  webhookDeliveryChanges as changes,
  webhookDeliveries as deliveries,
  events,
  faults,
  jobs,
  outboxMessages,
  sinkRequests,
  tenants,
} from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import type { ResourceTable } from '../../http/resource.js';
import type { TenantTable } from '../../kernel/command.js';
import { writeRows } from '../../kernel/update-rows.js';

/** A position in a list: the rows of a tenant after a time and, at that time, after a `seq`. */
export interface Place {
  readonly tenantId: string;
  readonly at: Date;
  readonly seq: number;
}

/** Before all rows. */
export const START: Place = { tenantId: '', at: new Date(0), seq: 0 };

interface Batch {
  /** Rows before this time are deleted. */
  readonly before: Date;
  /** Rows up to this position were looked at. */
  readonly after: Place;
  /** The limit of rows to delete, and of rows to look at. */
  readonly most: number;
  /** Deletes rows at once or, if that fails, one by one. Rows that cannot be deleted stay. */
  readonly each: <Key>(keys: readonly Key[], remove: Remove<Key>) => Promise<void>;
}

type Remove<Key> = (keys: readonly Key[]) => Promise<unknown>;

/** Deletes a batch. @returns the position to continue from, or `undefined` if no row is left. */
export type Step = (tx: Sql, batch: Batch) => Promise<Place | undefined>;

type HistoryTable = ResourceTable & TenantTable;

export const deleteDeliveries: Step = async (tx, batch) => {
  const { before, most } = batch;
  const rows = await selectOld(tx, deliveries, deliveries.createdAt, batch);
  const isDue = tx
    .select({ seq: jobs.seq })
    .from(jobs)
    // A recovery of the endpoint may be about to replay it.
    .where(or(eq(jobs.ref, deliveries.id), eq(jobs.ref, deliveries.endpointId)));
  const isRecent = tx
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.deliveryId, deliveries.id), gte(attempts.startedAt, before)));
  const ended = await lockAmong(
    tx,
    deliveries,
    rows,
    and(
      inArray(deliveries.status, ['succeeded', 'failed', 'canceled']),
      isNull(deliveries.statusBeforeReplay),
      notExists(isDue),
      notExists(isRecent),
    ),
  );
  const counted = await tx
    .select({ id: attempts.deliveryId, attempts: count() })
    .from(attempts)
    .where(inArray(attempts.deliveryId, [...ended]))
    .groupBy(attempts.deliveryId);
  const attemptsOf = new Map(counted.map(({ id, attempts: made }) => [id, made]));
  const fitting: string[] = [];
  let last: Place | undefined = batch.after;
  let size = 0;
  for (const { id, place } of rows) {
    if (ended.has(id)) {
      size += 1 + (attemptsOf.get(id) ?? 0);
      if (size > most) break;
      fitting.push(id);
    }
    last = place;
  }
  if (size <= most) last = rows.at(-1)?.place;
  else if (fitting.length === 0) {
    // A delivery that was replayed very often: its attempts are deleted first, batch by batch.
    const [first] = rows.filter(({ id }) => ended.has(id));
    const oldest = tx
      .select({ id: attempts.id })
      .from(attempts)
      .where(eq(attempts.deliveryId, first?.id ?? ''))
      .orderBy(asc(attempts.number))
      .limit(most);
    await tx.delete(attempts).where(inArray(attempts.id, oldest));
    return last;
  }
  await batch.each(fitting, async (ids) => {
    const ofThose = tx
      .select({ id: deliveries.eventId })
      .from(deliveries)
      .where(inArray(deliveries.id, [...ids]));
    await writeRows(tx, events, { deliveriesDeleted: true }).where(
      and(inArray(events.id, ofThose), eq(events.deliveriesDeleted, false)),
    );
    await tx.delete(attempts).where(inArray(attempts.deliveryId, [...ids]));
    await tx.delete(deliveries).where(inArray(deliveries.id, [...ids]));
  });
  return last;
};

/** Deletes events without deliveries that no fault waits for. */
export const deleteEvents: Step = async (tx, batch) => {
  const rows = await selectOld(tx, events, events.created, batch);
  const delivery = tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.eventId, events.id));
  const fault = tx
    .select({ id: faults.id })
    .from(faults)
    .where(
      and(
        eq(raw`${faults.match} ->> 'eventId'`, events.id),
        or(isNull(faults.timesLeft), gt(faults.timesLeft, 0)),
      ),
    );
  const isFree = and(notExists(delivery), notExists(fault));
  const ids = await lockAmong(tx, events, rows, isFree);
  await batch.each([...ids], (some) => tx.delete(events).where(inArray(events.id, [...some])));
  return rows.at(-1)?.place;
};

export const deleteRequests: Step = async (tx, batch) => {
  const rows = await selectOld(tx, apiRequests, apiRequests.createdAt, batch);
  const ids = rows.map(({ id }) => id);
  const remove: Remove<string> = (some) =>
    tx.delete(apiRequests).where(inArray(apiRequests.id, [...some]));
  await batch.each(ids, remove);
  return rows.at(-1)?.place;
};

/** Deletes the changes of deleted deliveries. Changes have no time, so a batch of recent deliveries ends the step. */
export const deleteChanges: Step = async (tx, { before, after, most, each }) => {
  const rows = await tx
    .select({ seq: changes.seq, createdAt: deliveries.createdAt })
    .from(changes)
    .leftJoin(deliveries, eq(deliveries.id, changes.deliveryId))
    .where(gt(changes.seq, after.seq))
    .orderBy(asc(changes.seq))
    .limit(most);
  const gone = rows.filter(({ createdAt }) => createdAt === null).map(({ seq }) => seq);
  await each(gone, (some) => tx.delete(changes).where(inArray(changes.seq, [...some])));
  const isOld = rows.some(({ createdAt }) => createdAt === null || createdAt < before);
  const last = rows.at(-1);
  return last && isOld ? { ...START, seq: last.seq } : undefined;
};

export const deleteMail = deleteOldest(outboxMessages, outboxMessages.createdAt);
export const deleteSinkRequests = deleteOldest(sinkRequests, sinkRequests.receivedAt);

function deleteOldest(table: typeof outboxMessages | typeof sinkRequests, time: PgColumn): Step {
  const { seq } = table;
  return async (tx, { before, after, most, each }) => {
    const rows = await tx
      .select({ seq })
      .from(table)
      .where(and(lt(time, before), gt(seq, after.seq)))
      .orderBy(asc(seq))
      .limit(most);
    const oldest = rows.map((row) => row.seq);
    await each(oldest, (some) => tx.delete(table).where(inArray(seq, [...some])));
    const last = oldest.at(-1);
    return last !== undefined && oldest.length === most ? { ...START, seq: last } : undefined;
  };
}

interface OldRow {
  readonly id: string;
  readonly place: Place;
}

/** Selects the next rows that are old enough, tenant by tenant: the indexes of the lists begin with the tenant. */
async function selectOld(
  tx: Sql,
  table: HistoryTable,
  time: PgColumn,
  { before, after, most }: Batch,
): Promise<readonly OldRow[]> {
  let place: Place | undefined = after;
  while (place) {
    const { tenantId, at, seq }: Place = place;
    const rows = await tx
      .select({
        id: raw<string>`${table.id}`,
        ms: raw`extract(epoch from ${time}) * 1000`.mapWith(Number),
        seq: raw`${table.seq}`.mapWith(Number),
      })
      .from(table)
      .where(
        and(
          eq(table.tenantId, tenantId),
          raw`(${time}, ${table.seq}) > (${at.toISOString()}::timestamptz, ${seq}::bigint)`,
          lt(time, before),
        ),
      )
      .orderBy(asc(time), asc(table.seq))
      .limit(most);
    if (rows.length > 0) {
      return rows.map(({ id, ms, seq: number }) => {
        return { id, place: { tenantId, at: new Date(Math.round(ms)), seq: number } };
      });
    }
    const [next] = await tx
      .select({ id: min(tenants.id) })
      .from(tenants)
      .where(gt(tenants.id, tenantId));
    place = next?.id ? { ...START, tenantId: next.id } : undefined;
  }
  return [];
}

/** Locks the rows that meet a condition. Skips rows that another transaction has locked: they are in use. */
async function lockAmong(
  tx: Sql,
  table: HistoryTable,
  rows: readonly OldRow[],
  condition: SQL | undefined,
): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ id }) => id);
  const locked = await tx
    .select({ id: raw<string>`${table.id}` })
    .from(table)
    .where(and(inArray(table.id, ids), condition))
    .for('update', { skipLocked: true });
  return new Set(locked.map(({ id }) => id));
}
