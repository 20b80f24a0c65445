import { createHash, createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
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

/** The cookie that holds the token of a session. */
export interface SessionCookie {
  /** The token in a request. Undefined: it has none. */
  read(request: Request): string | undefined;
  set(c: Context, token: string): void;
  clear(c: Context): void;
}

/** How long a session lasts, in seconds of wall time. */
export const SESSION_SECONDS = 12 * 3600;

/** @param publicUrl The address that others use. */
export function sessionCookie(publicUrl: string | undefined): SessionCookie {
  const open = publicUrl === undefined ? undefined : new URL(publicUrl);
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: open?.protocol === 'https:',
  } as const;
  // A browser takes one with this prefix from this host alone, not from a page of a neighbouring name.
  const prefix = attributes.secure ? '__Host-' : '';
  const cookieName = ({ url }: Request): string =>
    `${prefix}screening_session_${visiblePort(new URL(url), open)}`;
  return {
    read(request) {
      const name = cookieName(request);
      return parse(request.headers.get('cookie') ?? '', name)[name] || undefined;
    },
    set: (c, token) =>
      setCookie(c, cookieName(c.req.raw), token, { ...attributes, maxAge: SESSION_SECONDS }),
    clear: (c) => void deleteCookie(c, cookieName(c.req.raw), attributes),
  };
}

/**
 * The port that the browser sees. All ports of a host share their cookies, so each needs a name of its own. Behind a proxy with TLS
 * the service sees plain HTTP.
 */
function visiblePort({ port, hostname }: URL, open: URL | undefined): string {
  if (port !== '') return port;
  return open?.protocol === 'https:' && hostname === open.hostname ? '443' : '80';
}
