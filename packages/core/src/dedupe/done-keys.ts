// A Map of this size grows within a millisecond or two. One of a million keys stops the process for a third of a second
// at a time, and one of 16.7 million throws.
const LARGEST_MAP = 16_384;

interface Shard<Value> {
  /** A full map becomes the older generation, and the older generation is dropped as a whole. */
  younger: Map<string, Value>;
  older: Map<string, Value>;
}

/**
 * The keys that are done, each with a value, in bounded memory: see docs/decisions/memory-generations.md.
 *
 * @param maxKeys The newest half of this number is always remembered; the oldest keys are forgotten first, a generation at a time.
 */
export class DoneKeys<Value> {
  readonly #shards: readonly Shard<Value>[];
  readonly #generation: number;

  constructor(maxKeys: number) {
    const half = Math.max(1, Math.floor(maxKeys / 2));
    const shards = Math.ceil(half / LARGEST_MAP);
    this.#generation = Math.floor(half / shards);
    this.#shards = Array.from({ length: shards }, () => ({ younger: new Map(), older: new Map() }));
  }

  /** Undefined when the key is unknown. */
  get(key: string): Value | undefined {
    const { younger, older } = this.#shardOf(key);
    return younger.get(key) ?? older.get(key);
  }

  set(key: string, value: Value): void {
    const shard = this.#shardOf(key);
    if (shard.younger.size >= this.#generation) {
      shard.older = shard.younger;
      shard.younger = new Map();
    }
    shard.younger.set(key, value);
  }

  #shardOf(key: string): Shard<Value> {
    const shards = this.#shards;
    const index = shards.length === 1 ? 0 : hashKey(key) % shards.length;
    // The index is within bounds by construction.
    return shards[index] as Shard<Value>;
  }
}

/**
 * FNV-1a: a 32-bit hash that spreads keys which differ in a few characters. For choosing a shard; an attacker can find
 * keys with the same hash.
 */
export function hashKey(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
