/**
 * The URL to forward a delivery to that was received on `path`: the target itself, or, when the target is only an origin, the
 * same path and query on it.
 */
export function deliveryUrl(target: URL, path: string): URL {
  if (target.pathname !== '/' || target.search !== '') return target;
  // Joined as text, so that a path such as `//elsewhere/` does not name another host.
  return new URL(`${target.origin}${path.startsWith('/') ? path : '/'}`);
}
