import { hashKey } from './hash-key.js';

// A Map of this size grows within a millisecond or two. One of a million keys stops the process for a third of a second
// at a time, and one of 16.7 million throws.
const LARGEST_MAP = 16_384;

interface Shard {
  /** When each key expires. A full map becomes the older generation, and the older generation is dropped as a whole. */
  younger: Map<string, number>;
  older: Map<string, number>;
}

/**
 * Keys that expire, in bounded memory: see docs/decisions/memory-generations.md.
 *
 * @param maxKeys The newest half of this number is always remembered; the oldest keys are forgotten first, a generation at a time.
 */
export class DoneKeys {
  readonly #shards: readonly Shard[];
  readonly #generation: number;

  constructor(maxKeys: number) {
    const half = Math.max(1, Math.floor(maxKeys / 2));
    const shards = Math.ceil(half / LARGEST_MAP);
    this.#generation = Math.floor(half / shards);
    this.#shards = Array.from({ length: shards }, () => ({ younger: new Map(), older: new Map() }));
  }

  /** When the key expires; undefined when it is unknown. */
  endOf(key: string): number | undefined {
    const { younger, older } = this.#shardOf(key);
    return younger.get(key) ?? older.get(key);
  }

  add(key: string, endsAt: number): void {
    const shard = this.#shardOf(key);
    if (shard.younger.size >= this.#generation) {
      shard.older = shard.younger;
      shard.younger = new Map();
    }
    shard.younger.set(key, endsAt);
  }

  #shardOf(key: string): Shard {
    const shards = this.#shards;
    const index = shards.length === 1 ? 0 : hashKey(key) % shards.length;
    // The index is within bounds by construction.
    return shards[index] as Shard;
  }
}
