import { drizzle } from 'drizzle-orm/pglite';
import type { Changes } from './changes.js';
import type { DrizzlePglite } from './drizzle-pglite.js';
import { openNewDatabase } from './open-new-database.js';
import * as schema from './schema/index.js';
import { type Database, type Transact, transactOn } from './sql.js';

export interface OpenDatabase {
  readonly sql: Database;
  readonly transact: Transact;
  /** Absent if other processes change the tables too, so that no row that was read stays current. */
  readonly changes?: Changes;
  /** The other processes that may work on it. `undefined` if this is the only one. */
  readonly others?: OtherProcesses;
  /** Ends all connections at once. Statements that run on them fail. */
  cut?(): void;
  close(): Promise<void>;
}

/** The other processes on a database. Signals may be lost, so code that waits for one also looks from time to time. */
export interface OtherProcesses {
  /** Tells them that something was committed. */
  notify(): void;
  /** Calls `listener` when one of them reports a commit. */
  onNotify(listener: () => void): void;
  /** Tells them on which port this process listens, for as long as it is connected. */
  sharePort(port: number): Promise<void>;
  /** Whether one of them listens on the port, on whatever machine. */
  havePort(port: number): boolean;
}

/** Opens an empty database in memory, prepared for the snapshot of the first state. */
export async function openMemoryDatabase(): Promise<OpenDatabase> {
  const pglite = await openNewDatabase({});
  return ownDatabase(pglite);
}

/** @param pglite Has all tables. */
export function ownDatabase(pglite: DrizzlePglite): OpenDatabase {
  const sql = drizzle(pglite, { schema });
  return {
    sql,
    transact: transactOn(sql),
    changes: pglite.changes,
    close: () => pglite.close(),
  };
}
