import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

/** How long a login by link leads back to the page that asked for it, in seconds. */
const KEPT_SECONDS = 600;
const COOKIE = 'screening_return';
const ELSEWHERE = /^\/(login|logout)(\/|$)/;

/** The address of the page that says how to sign in, and that leads back to the page that was asked for. */
export function loginFor({ req }: Context): string {
  const { pathname, search } = new URL(req.url);
  const path = req.method === 'GET' ? ownPath(pathname + search) : '/';
  return path === '/' ? '/login' : `/login?to=${encodeURIComponent(path)}`;
}

/** The path of this service that a text names. `/`: it names another site, or no page to go back to. */
export function ownPath(text: string | undefined): string {
  // The parser reads backslashes and tabs as browsers do, so it finds every other host that a browser would open.
  const base = 'http://service.invalid';
  if (!text?.startsWith('/') || !URL.canParse(text, base)) return '/';
  const { origin, pathname, search, hash } = new URL(text, base);
  // A path such as //host is of this origin after `/.`, and of another one by itself.
  const isElsewhere = origin !== base || pathname.startsWith('//') || ELSEWHERE.test(pathname);
  return isElsewhere ? '/' : pathname + search + hash;
}

/** Keeps where to go after a login by link, which does not know which page asked for it. */
export function keepReturnPath(c: Context, path: string): void {
  const options = {
    path: '/login',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: KEPT_SECONDS,
  } as const;
  if (path !== '/') setCookie(c, COOKIE, path, options);
}

/** Where the browser was to go after a login by link. It is forgotten. */
export function takeReturnPath(c: Context): string {
  const kept = getCookie(c, COOKIE);
  if (kept !== undefined) deleteCookie(c, COOKIE, { path: '/login' });
  return ownPath(kept);
}
