import { Problem } from '../http/problem.js';

/**
 * Refuses what a page of another site has sent, as browsers tell by `Origin` and `Sec-Fetch-Site`. Another port of this machine is
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
  // A page can have its browser hide the origin, but not fake the site.
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
