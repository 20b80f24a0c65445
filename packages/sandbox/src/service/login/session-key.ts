import { createHmac } from 'node:crypto';
import { isSameText } from '../kernel/identity.js';

/** How long a session lasts, in seconds of wall time. A key lasts as long. */
export const SESSION_SECONDS = 12 * 3600;

/** A random key by which a service recognizes the sessions of the start before it. */
export interface SessionKey {
  readonly secret: Uint8Array;
  /** Wall time. No session that the key vouches for lasts longer. */
  readonly expiresAt: Date;
}

/** Where the key is kept from one start to the next. Others cannot read it. */
export interface SessionKeyStore {
  /** Returns the key that counts, or `undefined` if there is none. */
  read(): SessionKey | undefined;
  /** Returns the key that counts, or makes one. `undefined` if it cannot be kept. */
  ensure(): SessionKey | undefined;
  /** Deletes the key. @throws Error when it still counts. */
  remove(): void;
}

const SIGNED = /^([0-9A-Za-z]{43})\.([\w-]{43})$/;

/** Whether a text may be a token that some key has signed. */
export function isSignedForm(text: string): boolean {
  return SIGNED.test(text);
}

/** Signs the token of a session, for a later start. */
export function signToken(token: string, tenantId: string, key: SessionKey): string {
  return `${token}.${macOf(token, tenantId, key)}`;
}

/** Whether the key has signed a token for a tenant. */
export function isSignedToken(signed: string, tenantId: string, key: SessionKey): boolean {
  const [, token, mac] = SIGNED.exec(signed) ?? [];
  return token !== undefined && mac !== undefined && isSameText(macOf(token, tenantId, key), mac);
}

function macOf(token: string, tenantId: string, { secret }: SessionKey): string {
  return createHmac('sha256', secret).update(`session:${tenantId}:${token}`).digest('base64url');
}
