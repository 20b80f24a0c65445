import type { Sql } from '../../db/sql.js';
import type { CommitSignal } from '../../kernel/commit-signal.js';
import { readTogether } from '../../kernel/read-together.js';
import { limits } from '../../limits/limits.js';
import { readKeys } from './records.js';

/** A key with what every request needs besides. */
type FoundKey = NonNullable<ReturnType<Awaited<ReturnType<typeof readKeys>>['get']>>;

interface KnownKey extends FoundKey {
  /** By the clock of this process, in milliseconds. */
  readonly readAt: number;
}

const { most: MOST_KNOWN } = limits.knownKeys;

/**
 * Finds keys with their tenants and the time, by one query for all that are asked for at a time. A key that was found is known until the next commit, which may have
 * revoked it.
 *
 * @param commits Signals every change in the database. Undefined: other processes change it too, so nothing is known.
 * @returns a function that finds the key with a hash.
 */
export function keyFinder(sql: Sql, commits: CommitSignal | undefined) {
  const read = readTogether((hashes) => readKeys(sql, hashes));
  const known = new Map<string, KnownKey>();
  let knownAt: number | undefined;
  return async (hash: string): Promise<FoundKey | undefined> => {
    const count = commits?.count;
    if (count !== knownAt || known.size > MOST_KNOWN) known.clear();
    knownAt = count;
    const remembered = known.get(hash);
    if (remembered) return { ...remembered, now: timeNow(remembered) };
    const found = await read(hash);
    // A commit meanwhile may have changed it.
    if (found && count !== undefined && count === commits?.count) {
      known.set(hash, { ...found, readAt: performance.now() });
    }
    return found;
  };
}

function timeNow({ frozen, now, readAt }: KnownKey): Date {
  return frozen ? now : new Date(Math.floor(now.getTime() + performance.now() - readAt));
}
