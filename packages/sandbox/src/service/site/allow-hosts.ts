import type { MiddlewareHandler } from 'hono';
import { Problem } from '../http/problem.js';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Refuses requests for another host name. A web page can make a name of its own resolve to this machine (DNS rebinding),
 * and would then read the answers.
 *
 * @param publicUrl An origin that is allowed in addition to loopback.
 */
export function allowHosts(publicUrl?: string): MiddlewareHandler {
  const known = publicUrl === undefined ? [] : listHosts(new URL(publicUrl));
  const cure =
    publicUrl === undefined
      ? 'Use localhost. To be reached by another name, such as host.docker.internal from a container, start the service with --public-url http://host.docker.internal:4010, and SCREENING_SANDBOX_PASSWORD.'
      : `Use localhost or ${publicUrl}, the public URL. A proxy must keep the Host header.`;
  return async (c, next) => {
    const host = comparable(c.req.header('host') ?? new URL(c.req.url).host);
    if (loopback.test(host) || known.includes(host)) return next();
    throw new Problem('host_not_allowed', `This host name is not allowed. ${cure}`);
  };
}

/** How clients write the host of a URL: without its port, if it is the scheme's own, or with it. */
function listHosts({ hostname, port, protocol }: URL): readonly string[] {
  const name = comparable(hostname);
  if (port !== '') return [`${name}:${port}`];
  return [name, `${name}:${protocol === 'https:' ? 443 : 80}`];
}

// Names are compared without case, and without the dot that marks them as complete.
function comparable(host: string): string {
  return host.toLowerCase().replace(/\.(?=(:\d+)?$)/, '');
}
