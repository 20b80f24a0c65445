import { eq, sql as raw } from 'drizzle-orm';
import { apiKeys, clock, tenants } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { NOW } from '../../kernel/clock.js';
import type { CommitSignal } from '../../kernel/commit-signal.js';
import { limits } from '../../limits/limits.js';
import type { KeyRow } from './records.js';

type TenantRow = typeof tenants.$inferSelect;

/** A key with what every request needs besides. */
interface FoundKey {
  readonly row: KeyRow;
  readonly tenant: Pick<TenantRow, 'status' | 'partner'>;
  /** Virtual time. */
  readonly now: Date;
}

/** @returns undefined when no key has the hash. */
type FindKey = (hash: string) => Promise<FoundKey | undefined>;

interface ReadKey extends FoundKey {
  readonly frozen: boolean;
  /** Of the clock of this process, in milliseconds. */
  readonly readAt: number;
}

const { most: MOST_KNOWN } = limits.knownKeys;

/**
 * Finds keys with their tenants and the time, by one query. A key that was found is known until the next commit, which may have
 * revoked it.
 *
 * @param commits Of every change in the database. Undefined: other processes change it too, so nothing is known.
 */
export function keyFinder(sql: Sql, commits: CommitSignal | undefined): FindKey {
  const known = new Map<string, ReadKey>();
  let knownAt: number | undefined;
  return async (hash) => {
    const count = commits?.count;
    if (count !== knownAt || known.size > MOST_KNOWN) known.clear();
    knownAt = count;
    const remembered = known.get(hash);
    if (remembered) return { ...remembered, now: timeNow(remembered) };
    const found = await readKey(sql, hash);
    // A commit meanwhile may have changed it.
    if (found && count !== undefined && count === commits?.count) known.set(hash, found);
    return found;
  };
}

function timeNow({ frozen, now, readAt }: ReadKey): Date {
  return frozen ? now : new Date(Math.floor(now.getTime() + performance.now() - readAt));
}

async function readKey(sql: Sql, hash: string): Promise<ReadKey | undefined> {
  const [found] = await sql
    .select({
      row: apiKeys,
      tenant: { status: tenants.status, partner: tenants.partner },
      frozen: clock.frozen,
      now: raw`floor(extract(epoch from ${raw.raw(NOW)}) * 1000)`.mapWith(Number),
    })
    .from(apiKeys)
    .innerJoin(tenants, eq(tenants.id, apiKeys.tenantId))
    .crossJoin(clock)
    .where(eq(apiKeys.hash, hash));
  return found && { ...found, now: new Date(found.now), readAt: performance.now() };
}
