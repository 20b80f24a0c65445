import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares a secret with what was sent, in a time that tells nothing of the secret. */
export function isSameText(secret: string, sent: string): boolean {
  return timingSafeEqual(digest(secret), digest(sent));
}

// Of one length, as the comparison needs.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
