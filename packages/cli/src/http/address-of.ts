/**
 * Where a delivery that came in on `path` goes: to the target as it is given, or, when that is no more than a host, to the
 * same path and query there.
 */
export function addressOf(target: URL, path: string): URL {
  if (target.pathname !== '/' || target.search !== '') return target;
  // Joined as text: a path such as `//elsewhere/` must not become another host.
  return new URL(`${target.origin}${path.startsWith('/') ? path : '/'}`);
}
