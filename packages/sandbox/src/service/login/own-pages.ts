import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { Problem } from '../http/problem.js';

/** How long a login by link leads back to the page that asked for it, in seconds. */
const KEPT_SECONDS = 600;
const COOKIE = 'screening_return';
const ELSEWHERE = /^\/(login|logout)(\/|$)/;

/** The address of the login page, which leads back to the requested page. */
export function loginFor({ req }: Context): string {
  const { pathname, search } = new URL(req.url);
  const path = ownPath(pathname + search);
  return path === '/' ? '/login' : `/login?to=${encodeURIComponent(path)}`;
}

/** The path of this service that a text names. `/` if it names another site, or no page to return to. */
export function ownPath(text: string | undefined): string {
  // The parser reads backslashes and tabs as browsers do, so it finds every other host that a browser would open.
  const base = 'http://service.invalid';
  if (!text?.startsWith('/') || !URL.canParse(text, base)) return '/';
  const { origin, pathname, search, hash } = new URL(text, base);
  // A path such as //host is of this origin after `/.`, and of another one by itself.
  const isElsewhere = origin !== base || pathname.startsWith('//') || ELSEWHERE.test(pathname);
  return isElsewhere ? '/' : pathname + search + hash;
}

/** Stores the page to return to after a login by link, because the link does not name it. */
export function keepReturnPath(c: Context, path: string): void {
  const options = {
    path: '/login',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: KEPT_SECONDS,
  } as const;
  if (path !== '/') setCookie(c, COOKIE, path, options);
}

/** Returns, and forgets, the page to return to after a login by link. */
export function takeReturnPath(c: Context): string {
  const kept = getCookie(c, COOKIE);
  if (kept !== undefined) deleteCookie(c, COOKIE, { path: '/login' });
  return ownPath(kept);
}

/**
 * Refuses requests from pages of other sites, which browsers mark by `Origin` and `Sec-Fetch-Site`. Another port of this machine is
 * the same site and gets the cookie, but is not this service. A change must prove that it comes from a page of this service: a
 * request with neither header does not.
 *
 * @param publicUrl The address that others use. A proxy may hide it from the request.
 * @throws Problem 403.
 */
export function checkOwnPage(
  { method, headers, url }: Pick<Request, 'method' | 'headers' | 'url'>,
  publicUrl: string | undefined,
): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOwnSite = site === 'same-origin';
  const isOwnOrigin = origin !== null && ownOrigins(new URL(url), publicUrl).includes(origin);
  // A page can make its browser hide the origin, but not fake the site.
  const isHidden = isOwnSite && origin === 'null';
  // `none`: the address was typed.
  const isForeign =
    (site !== null && !isOwnSite && site !== 'none') ||
    (origin !== null && !isOwnOrigin && !isHidden);
  if (!isForeign && (isSafe(method) || isOwnSite || isOwnOrigin)) return;
  throw new Problem(
    'origin_not_allowed',
    'Only pages of this service may use the session of the dashboard.',
  );
}

/** Whether requests with the method change nothing (RFC 9110, section 9.2.1). */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

// Behind a proxy with TLS, the public URL in plain text is another origin.
function ownOrigins({ host, origin }: URL, publicUrl: string | undefined): readonly string[] {
  if (publicUrl === undefined) return [origin];
  const open = new URL(publicUrl);
  return host === open.host ? [open.origin] : [open.origin, origin];
}
