import { max, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { bigint, pgSchema } from 'drizzle-orm/pg-core';
import { migrationsFolder } from './package-files.js';
import type { Sql } from './sql.js';

/** The table in which Drizzle notes what it has applied. */
const applied = pgSchema('drizzle').table('__drizzle_migrations', {
  createdAt: bigint('created_at', { mode: 'number' }),
});

/** A newer version of the package has written the tables. */
export class NewerTablesError extends Error {
  /** @param place What the user calls the database, such as its folder. */
  constructor(place: string) {
    super(
      `A newer version of screening-sandbox has written the tables of ${place}. Update the package, or choose another place.`,
    );
    this.name = 'NewerTablesError';
  }
}

/**
 * Refuses tables that this version does not know, before it changes them. An empty database passes.
 *
 * @param place What the user calls the database, for the message.
 * @throws NewerTablesError
 */
export async function refuseNewerTables(db: Sql, place: string): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: migrationsFolder() });
  const newestKnown = Math.max(...known.map(({ folderMillis }) => folderMillis));
  if ((await newestApplied(db)) > newestKnown) throw new NewerTablesError(place);
}

/** Milliseconds since 1970; 0 before the first migration. */
async function newestApplied(db: Sql): Promise<number> {
  const [table] = await db
    .select({ exists: sql<boolean>`to_regclass('drizzle.__drizzle_migrations') is not null` })
    .from(sql`(select 1) as one`);
  if (!table?.exists) return 0;
  const [row] = await db.select({ newest: max(applied.createdAt) }).from(applied);
  return row?.newest ?? 0;
}
