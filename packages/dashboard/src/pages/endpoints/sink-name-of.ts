/** The hosts of this machine, each of which names the same service. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The name of the built-in receiver that an endpoint points at. Undefined: it points elsewhere. @param origin That of the service. */
export function sinkNameOf(url: string, origin: string): string | undefined {
  const { protocol, hostname, port, pathname } = new URL(url);
  const own = new URL(origin);
  const isSameHost =
    hostname === own.hostname || (LOOPBACK.has(hostname) && LOOPBACK.has(own.hostname));
  if (protocol !== own.protocol || port !== own.port || !isSameHost) return undefined;
  return /^\/sink\/([\w-]+)$/.exec(pathname)?.[1];
}
