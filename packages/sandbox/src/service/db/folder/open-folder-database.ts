import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { type OpenDatabase, ownDatabase } from '../connect.js';
import { DrizzlePglite } from '../drizzle-pglite.js';
import { openNewDatabase } from '../open-new-database.js';
import { refuseOtherTables } from '../other-tables.js';
import { migrationsFolder } from '../package-files.js';
import * as schema from '../schema/index.js';
import { DatabaseLog, DataFolderError, systemCode, translateFolderError } from './folder-errors.js';
import { isLockFile, lockFolder } from './lock-folder.js';

/**
 * Opens the database in a folder, and makes folder and database if they are missing. Only one process at a time can.
 *
 * Committed data survives the end of the process, also by SIGKILL: PGlite has then handed the write-ahead log to the
 * system. It may not survive a power cut or a crash of the system: PGlite's file system for Node has no fsync
 * (`relaxedDurability` and PostgreSQL's `fsync` change nothing there), so the last seconds can be lost, and the files may
 * not fit together.
 *
 * @param path Relative to the working directory.
 * @throws DataFolderError If the user can cure it. The folder is not locked then.
 */
export async function openFolderDatabase(path: string): Promise<OpenDatabase> {
  const folder = resolve(path);
  try {
    prepareFolder(folder);
    const lock = lockFolder(folder);
    try {
      const database = await openLocked(folder);
      return { ...database, close: () => database.close().finally(() => lock.release()) };
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    throw translateFolderError(folder, error);
  }
}

async function openLocked(folder: string): Promise<OpenDatabase> {
  const log = new DatabaseLog();
  try {
    const path = join(folder, 'database');
    // A start that died may have left it.
    const unfinished = join(folder, 'database.new');
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(path)) await createDatabase(unfinished, path, log);
    return await openExisting(path, folder, log);
  } catch (error) {
    throw error instanceof DataFolderError ? error : (log.reason(folder, error) ?? error);
  }
}

/** Makes a database under another name first, so that a start that dies midway leaves no half of one under the final name. */
async function createDatabase(unfinished: string, path: string, log: DatabaseLog): Promise<void> {
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    const pglite = await openNewDatabase({ dataDir: unfinished, onStderr: log.onStderr });
    await pglite.close();
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function openExisting(
  dataDir: string,
  folder: string,
  log: DatabaseLog,
): Promise<OpenDatabase> {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) {
    const message = `${dataDir} has no database: restore it, or delete it for an empty one.`;
    throw new DataFolderError('unreadable', message);
  }
  const pglite = await DrizzlePglite.open({ dataDir, onStderr: log.onStderr }).catch((error) => {
    throw log.unreadable(folder, error);
  });
  try {
    const sql = drizzle(pglite, { schema });
    await refuseOtherTables(sql, folder);
    await migrate(sql, { migrationsFolder: migrationsFolder() });
    return ownDatabase(pglite);
  } catch (error) {
    await pglite.close();
    throw error;
  }
}

/**
 * Makes a folder that only this user can read, with its parents. A folder with files is accepted if a lock file of the
 * sandbox is among them. The newest lock file is never deleted.
 *
 * @throws DataFolderError `not_ours`. Errors of system calls pass through.
 */
export function prepareFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const names = readdirSync(path);
  // The root of a volume that was just formatted is as good as empty.
  const strange = names.find((name) => name !== 'lost+found');
  if (strange !== undefined && !names.some(isLockFile)) {
    throw new DataFolderError(
      'not_ours',
      `${path} has other files, such as ${strange}: choose an empty folder, or one that does not exist yet.`,
    );
  }
  makePrivate(path);
}

function makePrivate(path: string): void {
  try {
    chmodSync(path, 0o700);
  } catch (error) {
    // Another user owns the folder, as with a volume that a container gets. The folder of the database in it is private.
    if (systemCode(error) !== 'EPERM') throw error;
  }
}
