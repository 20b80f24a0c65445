import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { firstRow, type Sql } from '../db/sql.js';

/** The prefixes of ids (service tables 1.2). */
export type IdKind =
  | 'adv'
  | 'att'
  | 'cand'
  | 'chk'
  | 'dcf'
  | 'dlv'
  | 'dv'
  | 'dvs'
  | 'evt'
  | 'file'
  | 'flt'
  | 'imp'
  | 'int'
  | 'inv'
  | 'key'
  | 'msg'
  | 'onb'
  | 'pkg'
  | 'rec'
  | 'req'
  | 'role'
  | 'row'
  | 'rpt'
  | 'snk'
  | 'ten'
  | 'we';

const alphabets = {
  base32: 'abcdefghijklmnopqrstuvwxyz234567',
  base62: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
} as const;

type Alphabet = keyof typeof alphabets;

/** Derives ids, keys and secrets from a seed: the same seed and number give the same text. */
export class Derivation {
  readonly #seed: string;
  readonly #startedAt: string;

  /** @param startedAt The virtual time of the first start. Ids of events derive from it too. */
  constructor(seed: string, startedAt: Date) {
    this.#seed = seed;
    this.#startedAt = startedAt.toISOString();
  }

  /** `<kind>_` and 24 characters of base 32. The same number in another `series` gives another id. */
  id(kind: IdKind, number: number, series = 1): string {
    // A receiver with a durable store would take an event of the next start for a duplicate of one of this start.
    const start = kind === 'evt' ? `:${this.#startedAt}` : '';
    const of = series === 1 ? '' : `:${series}`;
    return `${kind}_${this.#text(`${kind}:${number}${start}${of}`, 24, 'base32')}`;
  }

  /** `<prefix>` and 32 characters of base 62. */
  secret(prefix: string, purpose: string): string {
    return `${prefix}${this.#text(`${prefix}:${purpose}`, 32, 'base62')}`;
  }

  /** A number from 0 to 1, excluding 1: the same for the same purpose. */
  chance(purpose: string): number {
    return this.#digest(`chance:${purpose}`).readUInt32BE(0) / 2 ** 32;
  }

  #text(input: string, length: number, alphabet: Alphabet): string {
    return write(this.#digest(input).subarray(0, length), alphabet);
  }

  #digest(input: string): Buffer {
    return createHmac('sha512', this.#seed).update(input).digest();
  }
}

/** Makes a text that nobody can guess. */
export function randomText(length: number, alphabet: Alphabet): string {
  return write(randomBytes(length), alphabet);
}

// The remainder favors the first characters of base 62 by 1 %: the bytes carry the entropy, not the alphabet.
function write(bytes: Uint8Array, alphabet: Alphabet): string {
  const characters = alphabets[alphabet];
  return Array.from(bytes, (byte) => characters[byte % characters.length]).join('');
}

/** Compares a secret with a text that was sent, in constant time. */
export function isSameText(secret: string, sent: string): boolean {
  // The comparison needs two values of equal length.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(secret), digest(sent));
}

export interface Identity {
  /** @param tx The transaction of the command that needs the ids. */
  nextIds(tx: Sql, kind: IdKind, count: number): Promise<readonly string[]>;
  /** @param purpose The id of the object that the key or the secret is for, and its version. */
  secretFor(prefix: string, purpose: string): string;
  /** A number from 0 to 1, excluding 1. */
  chance(purpose: string): number;
  readonly requestIds: RequestIds;
}

/** The ids of requests. They are not part of the service's state. */
interface RequestIds {
  next(): string;
  /** How many ids were used. Snapshots keep the number. */
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
 * Random ids, keys and secrets, for a service that others reach. Counting ids would make commands that run side by side
 * wait for each other.
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

const Counted = z.object({ last: z.coerce.number() });

/** Counts ids. @returns how many there were before. */
async function countOn(tx: Sql, kind: IdKind, count: number): Promise<number> {
  if (count === 0) return 0;
  // By hand: almost every command counts, and each builds its statements anew.
  const result = await tx.execute(
    sql`insert into counters (kind, last) values (${kind}, ${count})
      on conflict (kind) do update set last = counters.last + excluded.last returning last::text`,
  );
  return Counted.parse(firstRow(result)).last - count;
}
