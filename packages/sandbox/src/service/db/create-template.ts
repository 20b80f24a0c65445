import { gzipSync } from 'node:zlib';
import { DrizzlePglite } from './drizzle-pglite.js';
import { createTables } from './open-new-database.js';

/** Creates an empty database with all tables, as a compressed data directory. Loading it is faster than creating the tables. */
export async function createTemplate(): Promise<Uint8Array> {
  const pglite = await DrizzlePglite.open();
  try {
    // Otherwise checkpoints keep used segments of the log for later, and every start would load them.
    await pglite.exec('SET wal_recycle = off');
    await createTables(pglite);
    // The service connects to `postgres` only. The other two databases are a third of the bytes to inflate and to load.
    await pglite.exec('UPDATE pg_database SET datistemplate = false');
    await pglite.exec('DROP DATABASE template0');
    await pglite.exec('DROP DATABASE template1');
    await pglite.exec('CHECKPOINT');
    const dump = await pglite.dumpDataDir('none');
    return gzipSync(new Uint8Array(await dump.arrayBuffer()), { level: 9 });
  } finally {
    await pglite.close();
  }
}
