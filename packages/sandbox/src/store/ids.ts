import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { counters } from './schema/index.js';
import type { Sql } from './sql.js';

/** The prefixes of ids (service tables 1.2). */
export type IdKind =
  | 'att'
  | 'cand'
  | 'dlv'
  | 'dv'
  | 'dvs'
  | 'evt'
  | 'file'
  | 'flt'
  | 'int'
  | 'key'
  | 'msg'
  | 'pkg'
  | 'rpt'
  | 'snk'
  | 'we';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Derives ids, keys and secrets from a seed: the same seed and number give the same text. */
export class Derivation {
  readonly #seed: string;
  readonly #startedAt: string;

  /** @param startedAt The virtual time of the start. Ids of events derive from it too. */
  constructor(seed: string, startedAt: Date) {
    this.#seed = seed;
    this.#startedAt = startedAt.toISOString();
  }

  /** `<kind>_` and 24 characters of base 32. */
  id(kind: string, number: number): string {
    // A receiver with a durable store would take an event of the next start for a duplicate of one of this start.
    const start = kind === 'evt' ? `:${this.#startedAt}` : '';
    return `${kind}_${this.#text(`${kind}:${number}${start}`, BASE32, 24)}`;
  }

  /** `<prefix>` and 32 characters of base 62. */
  secret(prefix: string, purpose: string): string {
    return `${prefix}${this.#text(`${prefix}:${purpose}`, BASE62, 32)}`;
  }

  /** From 0 to 1, without 1: the same for the same purpose. */
  chance(purpose: string): number {
    const digest = createHmac('sha512', this.#seed).update(`chance:${purpose}`).digest();
    return digest.readUInt32BE(0) / 2 ** 32;
  }

  #text(input: string, alphabet: string, length: number): string {
    const digest = createHmac('sha512', this.#seed).update(input).digest();
    // The remainder favours the first characters of base 62 by 1 %: the seed carries the entropy, not the alphabet.
    return Array.from(digest.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join(
      '',
    );
  }
}

/** The next id of a kind. It is taken in the transaction, so a command that fails uses up none. */
export async function nextId(tx: Sql, derivation: Derivation, kind: IdKind): Promise<string> {
  const [row] = await tx
    .insert(counters)
    .values({ kind, last: 1 })
    .onConflictDoUpdate({ target: counters.kind, set: { last: sql`${counters.last} + 1` } })
    .returning({ last: counters.last });
  if (!row) throw new Error(`No id of the kind ${kind}.`);
  return derivation.id(kind, row.last);
}

/** Ids that are counted in memory: those of requests, which are not part of the service's state. */
export function countedIds(
  derivation: Derivation,
  kind: string,
): { next(): string; count(): number; restart(count: number): void } {
  let count = 0;
  return {
    next: () => derivation.id(kind, ++count),
    count: () => count,
    restart(at) {
      count = at;
    },
  };
}
