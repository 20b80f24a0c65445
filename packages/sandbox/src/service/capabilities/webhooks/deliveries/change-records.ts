import { and, asc, sql as drizzleSql, eq, lt } from 'drizzle-orm';
import {
  webhookDeliveryChanges as changes,
  webhookDeliveries as deliveries,
} from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import { inScope, type Scope } from '../../../kernel/scope.js';
import type { DeliveryStatus } from '../delivery-states.js';
import type { EndOfChanges, StreamPosition } from './stream-position.js';

// PostgreSQL numbers the transactions of all databases of a server together. Those that run in another database are no part of
// the order, and may run for hours.
const oldestRunning = drizzleSql<string>`(
  select running from pg_snapshot_xip(pg_current_snapshot()) as running
  where pg_xact_status(running) = 'in progress' and not exists (
    select from pg_locks join pg_stat_activity using (pid)
    where locktype = 'transactionid' and granted and transactionid = running::xid
      and datid <> (select oid from pg_database where datname = current_database())
  )
  order by running limit 1
)`;
const nextNumber = drizzleSql<string>`pg_snapshot_xmax(pg_current_snapshot())`;

/** Reads how far the changes can be told now. */
export async function endOfChanges(sql: Sql): Promise<EndOfChanges> {
  const [row] = await sql
    .select({
      transaction: drizzleSql`coalesce(${oldestRunning}, ${nextNumber})`.mapWith(Number),
      next: nextNumber.mapWith(Number),
    })
    .from(drizzleSql`(select 1) as one`);
  return row ?? { transaction: 0, next: 0 };
}

/** The changes that a stream shows. */
export interface ChangeFilter {
  readonly endpointId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
}

/** Selects the first changes after a position and before a transaction, in the order of their commits. */
export function selectChanges(
  sql: Sql,
  scope: Scope,
  { endpointId, eventType, status }: ChangeFilter,
  from: StreamPosition,
  end: EndOfChanges,
  most: number,
) {
  return sql
    .select({ change: changes, delivery: deliveries })
    .from(changes)
    .innerJoin(deliveries, eq(deliveries.id, changes.deliveryId))
    .where(
      and(
        inScope(changes, scope),
        drizzleSql`(${changes.transaction}, ${changes.seq}) > (${String(from.transaction)}::xid8, ${from.seq})`,
        lt(changes.transaction, end.transaction),
        endpointId === undefined ? undefined : eq(deliveries.endpointId, endpointId),
        eventType === undefined ? undefined : eq(deliveries.eventType, eventType),
        status && eq(changes.status, status),
      ),
    )
    .orderBy(asc(changes.transaction), asc(changes.seq))
    .limit(most);
}
