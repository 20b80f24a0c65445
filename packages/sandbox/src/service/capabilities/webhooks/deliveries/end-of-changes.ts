import { sql as drizzleSql } from 'drizzle-orm';
import type { Sql } from '../../../db/sql.js';
import type { StreamPosition } from './stream-position.js';

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

/** How far the changes can be told, by the numbers of their transactions. */
export interface EndOfChanges {
  /** The number before which every transaction of this database has ended. A later statement sees what they have written. */
  readonly transaction: number;
  /** The number that this server has not given yet. No change has a higher one. */
  readonly next: number;
}

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

/**
 * Where a client goes on: at its position, or at the start if it comes from a service on another server, which had given more
 * numbers. A position behind the end stays: a transaction counts until its database is known, so the end can move back.
 */
export function whereToGoOn(after: StreamPosition, { next }: EndOfChanges): StreamPosition {
  return after.transaction > next ? { transaction: 0, seq: 0 } : after;
}
