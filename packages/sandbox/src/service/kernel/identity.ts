import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { counters } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { type Derivation, type IdKind, randomText } from './ids.js';

export interface Identity {
  /** @param tx The transaction of the command that needs the ids. */
  nextIds(tx: Sql, kind: IdKind, count: number): Promise<readonly string[]>;
  /** @param purpose The id of what the key or the secret is for, and its version. */
  secretFor(prefix: string, purpose: string): string;
  /** A number from 0 to 1, without 1. */
  chance(purpose: string): number;
  readonly requestIds: RequestIds;
}

/** The ids of requests. They are not part of the service's state. */
interface RequestIds {
  next(): string;
  /** How many there were. Snapshots keep it. */
  count(): number;
  restart(count: number): void;
}

/**
 * Ids, keys and secrets that derive from a seed.
 *
 * @param starts How often the service was started on its database: the ids of requests are counted from each start.
 */
export function derivedIdentity(derivation: Derivation, starts: number): Identity {
  let requests = 0;
  return {
    // Counted in the transaction, so a command that fails uses up none.
    async nextIds(tx, kind, count) {
      const before = await countOn(tx, kind, count);
      return Array.from({ length: count }, (_, index) => derivation.id(kind, before + index + 1));
    },
    secretFor: (prefix, purpose) => derivation.secret(prefix, purpose),
    chance: (purpose) => derivation.chance(purpose),
    requestIds: {
      next: () => derivation.id('req', ++requests, starts),
      count: () => requests,
      restart(count) {
        requests = count;
      },
    },
  };
}

/**
 * Random ids, keys and secrets, for a service that others reach. To count ids, commands that run side by side would wait for
 * each other.
 */
export function randomIdentity(): Identity {
  return {
    nextIds: async (_tx, kind, count) => Array.from({ length: count }, () => randomId(kind)),
    secretFor: (prefix) => `${prefix}${randomText(32, 'base62')}`,
    chance: () => randomBytes(4).readUInt32BE() / 2 ** 32,
    requestIds: { next: () => randomId('req'), count: () => 0, restart() {} },
  };
}

function randomId(kind: IdKind): string {
  return `${kind}_${randomText(24, 'base32')}`;
}

/** Counts ids. @returns how many there were before. */
async function countOn(tx: Sql, kind: IdKind, count: number): Promise<number> {
  if (count === 0) return 0;
  const [row] = await tx
    .insert(counters)
    .values({ kind, last: count })
    .onConflictDoUpdate({
      target: counters.kind,
      set: { last: sql`${counters.last} + excluded.last` },
    })
    .returning({ last: counters.last });
  if (!row) throw new Error(`No id of the kind ${kind}.`);
  return row.last - count;
}
