import type { IncomingMessage } from 'node:http';
import { requestFault } from './captured-delivery.js';

/** A request that is not recorded, and the answer to it. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** Method and path of a request that may be recorded. */
interface RequestLine {
  readonly method: string;
  readonly path: string;
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Reads the method and path of a request. Refuses a request that a reader of capture files would reject, and one from a web
 * page: a page on another host, or on a name that it made resolve to this machine (DNS rebinding).
 *
 * @param hosts Host names to accept in addition to loopback, such as a proxy's.
 */
export function readRequestLine(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  hosts: readonly string[],
): RequestLine | Refusal {
  const { method = 'POST', url = '/', headers } = request;
  const { authority, path } = readTarget(url);
  const fault = requestFault({ method, path });
  if (fault !== undefined) return { status: 400, text: `not recorded: ${fault}` };
  // The authority of the target comes first (RFC 9112 section 3.2.2).
  const host = authority ?? headers.host ?? '';
  if (!isAllowed(host, hosts)) {
    return { status: 421, text: `not recorded: the host ${host} needs --allow-host` };
  }
  const { origin } = headers;
  if (origin !== undefined && !isAllowed(origin.replace(/^https?:\/\//, ''), hosts)) {
    return { status: 403, text: 'not recorded: it comes from a web page' };
  }
  return { method, path };
}

function readTarget(url: string): { readonly authority?: string; readonly path: string } {
  const [, authority, path = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(url) ?? [];
  if (authority === undefined) return { path: url };
  return { authority, path: path.startsWith('/') ? path : `/${path}` };
}

function isAllowed(host: string, hosts: readonly string[]): boolean {
  const name = host.toLowerCase();
  return LOOPBACK.test(name) || hosts.includes(name) || hosts.includes(name.replace(/:\d+$/, ''));
}
