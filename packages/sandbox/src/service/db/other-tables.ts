import { asc, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { bigint, pgSchema } from 'drizzle-orm/pg-core';
import { migrationsFolder } from './package-files.js';
import type { Sql } from './sql.js';

const applied = pgSchema('drizzle').table('__drizzle_migrations', {
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

/** The version that has written the tables: a later one, or one from before the first release. */
type OtherVersion = 'newer' | 'unreleased';

/** Another version of the package has written the tables, and this one cannot use them. */
export class OtherTablesError extends Error {
  readonly code: OtherVersion;

  /** @param place The user's name for the database, such as its folder. */
  constructor(code: OtherVersion, place: string) {
    super(
      code === 'newer'
        ? `A newer version of screening-sandbox has written the tables of ${place}. Update the package, or choose another place.`
        : `A version of screening-sandbox that was never released has written the tables of ${place}. Choose another place.`,
    );
    this.name = 'OtherTablesError';
    this.code = code;
  }
}

/**
 * Refuses tables that another version has made. Call it before changing them. An empty database passes.
 *
 * @param place The user's name for the database, for the message.
 * @throws OtherTablesError
 */
export async function refuseOtherTables(db: Sql, place: string): Promise<void> {
  const other = await otherVersion(db);
  if (other) throw new OtherTablesError(other, place);
}

async function otherVersion(db: Sql): Promise<OtherVersion | undefined> {
  const files = readMigrationFiles({ migrationsFolder: migrationsFolder() });
  const known = files.map(({ folderMillis }) => folderMillis);
  const unknown = (await appliedMigrations(db)).filter((time) => !known.includes(time));
  const newest = unknown.at(-1);
  if (newest === undefined) return undefined;
  return newest > Math.max(...known) ? 'newer' : 'unreleased';
}

/** The times by which Drizzle identifies migrations, oldest first. */
async function appliedMigrations(db: Sql): Promise<readonly number[]> {
  const [table] = await db
    .select({ exists: sql<boolean>`to_regclass('drizzle.__drizzle_migrations') is not null` })
    .from(sql`(select 1) as one`);
  if (!table?.exists) return [];
  const rows = await db.select().from(applied).orderBy(asc(applied.createdAt));
  return rows.map(({ createdAt }) => createdAt);
}

const CHECK_EVERY_MS = 5000;

/** A newer version has changed the tables while this process was running on them. */
export class NewerTablesError extends Error {
  override readonly name = 'NewerTablesError';

  constructor() {
    super(
      'A newer version of screening-sandbox has changed the tables. This process ends its work and takes no more: start the newer version in its place.',
    );
  }
}

/**
 * Reports once that a newer version has changed the tables.
 *
 * @param isShared Whether others may use the database. Then it checks every few seconds, so that an idle process notices too.
 * @param onNewer Called once.
 */
export function watchTables(db: Sql, isShared: boolean, onNewer: () => void) {
  let areNewer = false;
  const check = async (): Promise<boolean> => {
    const found = areNewer || (await otherVersion(db)) === 'newer';
    if (found && !areNewer) {
      areNewer = true;
      clearInterval(timer);
      onNewer();
    }
    return found;
  };
  // The next request or job reports that the database is away.
  const look = (): void => void check().catch(() => {});
  const timer = isShared ? setInterval(look, CHECK_EVERY_MS).unref() : undefined;
  return {
    /** Whether newer tables were seen. Once true, it stays true. */
    get areNewer() {
      return areNewer;
    },
    /** Checks now. Rejects when the database does not answer. */
    check,
    close: () => clearInterval(timer),
  };
}
