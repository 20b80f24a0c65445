import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { DrizzlePglite } from './drizzle-pglite.js';
import { migrationsFolder, templateFile } from './package-files.js';
import * as schema from './schema/index.js';
import { prepareSnapshot, SEEDED } from './snapshot.js';
import type { Sql } from './sql.js';
import type { Transact } from './transact.js';

export interface OpenDatabase {
  readonly sql: Sql;
  /** Default: {@link transactOn}. */
  readonly transact?: Transact;
  /** The other processes that may work on it. Undefined: this is the only one. */
  readonly others?: OtherProcesses;
  close(): Promise<void>;
}

/** The other processes on a database. Signals may be lost: whoever waits for one looks again after a while. */
export interface OtherProcesses {
  /** Tells them that something was committed. */
  notify(): void;
  /** Has `listener` called when one of them tells that. */
  onNotify(listener: () => void): void;
}

/** Opens an empty database in memory, prepared for the snapshot of the first state. A template that the build has written saves most of the time. */
export async function openMemoryDatabase(): Promise<OpenDatabase> {
  const template = templateFile();
  const pglite = await DrizzlePglite.open(
    template ? { loadDataDir: new Blob([gunzipSync(readFileSync(template))]) } : {},
  );
  const sql = drizzle(pglite, { schema });
  if (!template) {
    await migrate(sql, { migrationsFolder: migrationsFolder() });
    await prepareSnapshot(sql, SEEDED);
  }
  return { sql, close: () => pglite.close() };
}
