import { gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from './package-files.js';

/** An empty database with all tables, as a compressed data directory. Loading it is faster than creating the tables. */
export async function createTemplate(): Promise<Uint8Array> {
  const pglite = await PGlite.create();
  try {
    await migrate(drizzle(pglite), { migrationsFolder: migrationsFolder() });
    await pglite.exec('CHECKPOINT');
    const dump = await pglite.dumpDataDir('none');
    return gzipSync(new Uint8Array(await dump.arrayBuffer()), { level: 9 });
  } finally {
    await pglite.close();
  }
}
