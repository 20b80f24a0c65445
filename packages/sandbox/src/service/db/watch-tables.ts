import { hasNewerTables } from './refuse-other-tables.js';
import type { Sql } from './sql.js';

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

/** Tells once that a newer version has changed the tables. */
export interface TablesWatch {
  /** Whether that was seen. It stays so. */
  readonly areNewer: boolean;
  /** Looks now. Rejects when the database does not answer. */
  check(): Promise<boolean>;
  close(): void;
}

/**
 * Watches the tables.
 *
 * @param isShared Whether others may use the database. Then it looks every few seconds, so that a process that nobody asks notices it.
 * @param onNewer Called once.
 */
export function watchTables(db: Sql, isShared: boolean, onNewer: () => void): TablesWatch {
  let areNewer = false;
  const check = async (): Promise<boolean> => {
    const found = areNewer || (await hasNewerTables(db));
    if (found && !areNewer) {
      areNewer = true;
      clearInterval(timer);
      onNewer();
    }
    return found;
  };
  // Whoever uses the database tells that it is away.
  const look = (): void => void check().catch(() => {});
  const timer = isShared ? setInterval(look, CHECK_EVERY_MS).unref() : undefined;
  return {
    get areNewer() {
      return areNewer;
    },
    check,
    close: () => clearInterval(timer),
  };
}
