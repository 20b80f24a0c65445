import { z } from 'zod';
import type { Sql } from '../sql.js';
import { currentColumns, savedColumns } from './columns.js';
import { LOCK_SNAPSHOTS } from './lock-snapshots.js';
import { quoteName } from './quote.js';
import { rowsOf, run } from './run.js';
import { defineRestore, fingerprint, prepare } from './statements.js';

const Stale = z.array(z.object({ schema: z.string(), saved: z.boolean() }));

/**
 * Lets snapshots be restored that are older than the last migrations. New columns have their defaults then, and new tables
 * no rows. Call it at each start, after the migrations: it is one query when nothing has changed.
 *
 * @throws Error when the tables are not there yet.
 */
export async function upgradeSnapshots(db: Sql): Promise<void> {
  const found = await rowsOf(
    db,
    `select nspname as schema, obj_description(n.oid, 'pg_namespace') is not null as saved
      from pg_namespace n join pg_proc p on p.pronamespace = n.oid and p.proname = 'restore'
      where nspname like 'snapshot\\_%'
        and obj_description(p.oid, 'pg_proc') <> (${fingerprint})`,
  );
  for (const { schema, saved } of Stale.parse(found)) {
    await (saved ? upgrade(db, quoteName(schema)) : prepareAgain(db, quoteName(schema)));
  }
}

// Its tables keep the columns that they have, so nothing can be saved to them any more.
async function upgrade(db: Sql, schema: string): Promise<void> {
  const now = await currentColumns(db);
  await run(db, [
    LOCK_SNAPSHOTS,
    `drop function if exists ${schema}.save()`,
    ...defineRestore(schema, now, await savedColumns(db, schema)),
  ]);
}

async function prepareAgain(db: Sql, schema: string): Promise<void> {
  const now = await currentColumns(db);
  await run(db, [LOCK_SNAPSHOTS, `drop schema ${schema} cascade`, ...prepare(schema, now)]);
}
