import { createHash } from 'node:crypto';
import { randomText } from '../kernel/ids.js';

/** A new secret of a link or of a session, which nobody can guess. Only its digest is stored. */
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
