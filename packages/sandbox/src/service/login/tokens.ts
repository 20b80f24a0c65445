import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { randomText } from '../kernel/ids.js';

/** Makes a secret of a link or of a session, which nobody can guess. Only its digest is stored. */
export function newToken(): string {
  return randomText(43, 'base62');
}

export function isToken(text: string): boolean {
  return /^[0-9A-Za-z]{43}$/.test(text);
}

/** The digest under which a token is stored. A token is random, so a fast hash suffices. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The text that a page of a session sends along with its changes, and no other page knows. It is bound to one tenant: a page that
 * was opened before the session acted as another tenant cannot change what it does not show.
 *
 * @param actingTenantId The tenant that the session acts as. Null: the account itself.
 */
export function csrfToken(sessionToken: string, actingTenantId: string | null): string {
  return createHmac('sha256', sessionToken)
    .update(`csrf:${actingTenantId ?? ''}`)
    .digest('base64url');
}

/** Compares a secret with what was sent, in a time that tells nothing of the secret. */
export function isSameText(secret: string, sent: string): boolean {
  // The comparison needs two values of one length.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(secret), digest(sent));
}
