import { and, asc, sql as drizzleSql, eq, inArray, lt, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import {
  webhookDeliveryChanges as changes,
  webhookDeliveries as deliveries,
  events,
} from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import { inScope, isInScope, type Scope } from '../../../kernel/command.js';
import { selectLastAttempt, shownColumns } from './records.js';
import type { EndOfChanges, StreamPosition } from './stream-position.js';
import type { ChangeFilter } from './wire.js';

// PostgreSQL numbers the transactions of all databases of a server together. Transactions in another database do not affect the
// order, and may run for hours.
const oldestRunning = drizzleSql<string>`(
  select running from pg_snapshot_xip(pg_current_snapshot()) as running
  where pg_xact_status(running) = 'in progress' and not exists (
    select from pg_locks join pg_stat_activity using (pid)
    where locktype = 'transactionid' and granted and transactionid = running::xid
      and datid is distinct from (select oid from pg_database where datname = current_database())
  ) and not exists (
    select from pg_prepared_xacts where transaction = running::xid and database <> current_database()
  )
  order by running limit 1
)`;
const nextNumber = drizzleSql<string>`pg_snapshot_xmax(pg_current_snapshot())`;

/** Reads up to where the changes can be streamed now. */
export async function endOfChanges(sql: Sql): Promise<EndOfChanges> {
  const [row] = await sql
    .select({
      transaction: drizzleSql`coalesce(${oldestRunning}, ${nextNumber})`.mapWith(Number),
      next: nextNumber.mapWith(Number),
    })
    .from(drizzleSql`(select 1) as one`);
  return row ?? { transaction: 0, next: 0 };
}

/** A change, the delivery as it is now, and its last attempt at that time. */
export type Change = Awaited<ReturnType<typeof selectChanges>>[number];

export interface ChangeReader {
  readonly scope: Scope;
  readonly filter: z.output<typeof ChangeFilter>;
}

/** Whether a reader is shown a change. {@link shownTo} is the same condition in SQL. */
export function isShown({ change, delivery }: Change, { scope, filter }: ChangeReader): boolean {
  const { endpointId, eventType, status } = filter;
  return (
    isInScope(change, scope) &&
    (endpointId === undefined || delivery.endpointId === endpointId) &&
    (eventType === undefined || delivery.eventType === eventType) &&
    (status === undefined || change.status === status)
  );
}

/** The condition for the changes that a reader is shown. */
export function shownTo({ scope, filter }: ChangeReader): SQL | undefined {
  const { endpointId, eventType, status } = filter;
  return and(
    inScope(changes, scope),
    endpointId === undefined ? undefined : eq(deliveries.endpointId, endpointId),
    eventType === undefined ? undefined : eq(deliveries.eventType, eventType),
    status && eq(changes.status, status),
  );
}

export function ofTenants(tenantIds: readonly string[]): SQL {
  return inArray(changes.tenantId, [...tenantIds]);
}

/** Selects the first changes after a position and before a transaction, in the order of their commits. */
export function selectChanges(
  sql: Sql,
  where: SQL | undefined,
  from: StreamPosition,
  end: EndOfChanges,
  most: number,
) {
  const last = selectLastAttempt(sql, changes.attemptCount);
  const { lastAttempt, ...delivery } = shownColumns(last);
  return sql
    .select({ change: changes, delivery, lastAttempt })
    .from(changes)
    .innerJoin(deliveries, eq(deliveries.id, changes.deliveryId))
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .leftJoinLateral(last, drizzleSql`true`)
    .where(
      and(
        where,
        drizzleSql`(${changes.transaction}, ${changes.seq}) > (${String(from.transaction)}::xid8, ${from.seq})`,
        lt(changes.transaction, end.transaction),
      ),
    )
    .orderBy(asc(changes.transaction), asc(changes.seq))
    .limit(most);
}
