import { createHash } from 'node:crypto';

// A partition key has at most 2,048 bytes of UTF-8, three for each character at most.
const LONGEST = 680;

/**
 * The key of an item. A long key is a hash, under a name that no other key has: in the keys of receivers a percent sign is
 * always part of an escape, so none begins with two.
 */
export function claimKeyOf(key: string): string {
  if (key.length <= LONGEST) return key;
  return `%%${createHash('sha256').update(key, 'utf16le').digest('hex')}`;
}
