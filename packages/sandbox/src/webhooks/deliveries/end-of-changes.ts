import { sql as drizzleSql } from 'drizzle-orm';
import type { Sql } from '../../store/sql.js';
import type { StreamPosition } from './stream-position.js';

// Transactions are numbered for the whole server. Those that certainly run in another database are no part of the order.
const oldestRunning = drizzleSql<string>`coalesce(
  (
    select running from pg_snapshot_xip(pg_current_snapshot()) as running
    where not exists (
      select from pg_locks join pg_stat_activity using (pid)
      where locktype = 'transactionid' and granted and transactionid = running::xid
        and datid <> (select oid from pg_database where datname = current_database())
    )
    order by running limit 1
  ),
  pg_snapshot_xmax(pg_current_snapshot())
)`;

/** The position behind the changes of all transactions that have ended, with none before them that runs. */
export async function endOfChanges(sql: Sql): Promise<StreamPosition> {
  const [row] = await sql
    .select({ transaction: oldestRunning.mapWith(Number) })
    .from(drizzleSql`(select 1) as one`);
  return { transaction: row?.transaction ?? 0, seq: 0 };
}
