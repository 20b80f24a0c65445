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
