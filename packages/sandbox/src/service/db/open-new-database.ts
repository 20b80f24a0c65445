import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { DrizzlePglite } from './drizzle-pglite.js';
import { migrationsFolder, templateFile } from './package-files.js';
import * as schema from './schema/index.js';
import { prepareSnapshot, SEEDED } from './snapshot.js';

/**
 * Makes a database with all tables, prepared for the snapshot of the first state. A template that the build has written
 * saves most of the time.
 *
 * @param options Where to make it, by default in memory. No database may exist there yet.
 */
export async function openNewDatabase(options: PGliteOptions): Promise<DrizzlePglite> {
  const template = templateFile();
  if (template) {
    const loadDataDir = new Blob([gunzipSync(readFileSync(template))]);
    return DrizzlePglite.open({ ...options, loadDataDir });
  }
  const pglite = await DrizzlePglite.open(options);
  try {
    await createTables(pglite);
    return pglite;
  } catch (error) {
    await pglite.close();
    throw error;
  }
}

export async function createTables(pglite: PGlite): Promise<void> {
  const sql = drizzle(pglite, { schema });
  await migrate(sql, { migrationsFolder: migrationsFolder() });
  await prepareSnapshot(sql, SEEDED);
}
