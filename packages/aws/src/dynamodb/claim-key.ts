import { createHash } from 'node:crypto';
import { boundedKey } from '@screening-webhooks/core/store-kit';

// A partition key has at most 2,048 bytes of UTF-8, three for each character at most.
const LONGEST = 680;

/** The key of an item. */
export function claimKeyOf(key: string): string {
  return boundedKey(key, LONGEST, (long) => {
    return createHash('sha256').update(long, 'utf16le').digest('hex');
  });
}
