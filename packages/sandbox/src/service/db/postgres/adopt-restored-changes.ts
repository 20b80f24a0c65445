import type { Client } from 'pg';

/**
 * Lets the changes of a dump that was restored on another server be read. There, the numbers of transactions begin anew, and
 * those of the dump would be of the future.
 */
export async function adoptRestoredChanges(client: Client): Promise<void> {
  await client.query(`update public.webhook_delivery_changes set transaction = '0'
    where transaction >= pg_snapshot_xmax(pg_current_snapshot())
      and (select transaction >= pg_snapshot_xmax(pg_current_snapshot())
        from public.webhook_delivery_changes order by seq desc limit 1)`);
}
