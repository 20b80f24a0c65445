import { isRecord, SetupError } from '@screening-webhooks/core/store-kit';

// https://www.sqlite.org/rescode.html
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const FULL = 13;

const NAMES: Readonly<Record<string, number>> = {
  SQLITE_BUSY: BUSY,
  SQLITE_LOCKED: LOCKED,
  SQLITE_READONLY: READONLY,
  SQLITE_IOERR: IOERR,
  SQLITE_FULL: FULL,
};

/** Another connection holds a lock, so that the same may succeed later. */
export function isLocked(error: unknown): boolean {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
}

/** The app has a transaction open on this connection, or reads the rows of a statement (better-sqlite3). */
export function isInUse(error: unknown): boolean {
  return (
    error instanceof Error &&
    /(within|inside) a transaction|busy executing a query/.test(error.message)
  );
}

/** The error of a statement; where it has one, with the cure. */
export function explained(error: unknown, missing: string): unknown {
  if (error instanceof Error && /no such (table|column)/.test(error.message)) {
    return new SetupError(missing, { cause: error });
  }
  const cure = CURES.get(resultCode(error));
  return cure === undefined ? error : new Error(`SQLite: ${cure}`, { cause: error });
}

const CURES: ReadonlyMap<number | undefined, string> = new Map([
  [
    READONLY,
    'the database is read-only. Open it for writing, and let the process write its file and its folder.',
  ],
  [FULL, 'the disk is full, or the database has its max_page_count. Make room.'],
  [IOERR, 'the file could not be read or written. It must be on a disk of this machine.'],
]);

/** The primary result code, which each driver puts elsewhere. */
function resultCode(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined;
  for (const name of ['errcode', 'rawCode', 'errno']) {
    const code = error[name];
    if (typeof code === 'number' && code > 0) return code & 0xff;
  }
  const { code } = error;
  if (typeof code !== 'string') return undefined;
  return NAMES[code.split('_', 2).join('_')];
}
