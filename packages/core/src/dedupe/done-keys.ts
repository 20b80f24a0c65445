// A Map of this size grows within a millisecond or two. One of a million keys stops the process for a third of a second
// at a time, and one of 16.7 million throws.
const LARGEST_MAP = 16_384;

interface Shard {
  /** When each key may be forgotten. Filled up, it becomes the older generation, and that one goes as a whole. */
  younger: Map<string, number>;
  older: Map<string, number>;
}

/**
 * Keys with an end, in bounded memory: see docs/decisions/memory-generations.md.
 *
 * @param maxKeys The newest half of so many is always there; the oldest go first, a generation at a time.
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

  /** When the key ends; undefined when it is not there. */
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
    const index = shards.length === 1 ? 0 : hash(key) % shards.length;
    // The index is within bounds by construction; the type of an array does not know.
    return shards[index] as Shard;
  }
}

// FNV-1a: it only has to spread keys that differ in a few characters.
function hash(key: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    value = Math.imul(value ^ key.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
