import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

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
