import { isIP } from 'node:net';
import { isLongerThan } from '../limits/characters.js';
import { limits } from '../limits/limits.js';
import { withoutTrailingDot } from './network.js';

const { most: MAX_URL_LENGTH } = limits.url;

/** A URL that may be posted to, if its addresses may. */
export interface Target {
  readonly secure: boolean;
  /** Lower case, without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** The `Host` header: the port is left out when it is the scheme's own. */
  readonly authority: string;
  readonly pathname: string;
  /** The path and the query, as sent. */
  readonly path: string;
  /** The host is an IP address, so DNS is not asked. */
  readonly isLiteral: boolean;
}

/** Parses a delivery URL. `problem` is a sentence that says why it cannot be one. */
export function parseTarget(
  text: string,
): { readonly target: Target } | { readonly problem: string } {
  if (typeof text !== 'string' || isLongerThan(MAX_URL_LENGTH, text)) {
    return { problem: `The URL must have at most ${MAX_URL_LENGTH} characters.` };
  }
  // The URL parser drops these, so that what is stored would differ from what is called.
  if (/[\s\p{Cc}]/u.test(text)) {
    return { problem: 'The URL must not contain spaces, tabs, line breaks or control characters.' };
  }
  if (!URL.canParse(text)) return { problem: 'The URL is not a valid absolute URL.' };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { problem: 'The URL must start with http:// or https://.' };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: 'The URL must not contain a user name or password.' };
  }
  if (text.includes('#')) return { problem: 'The URL must not contain a fragment (#).' };
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  if (port === 0) return { problem: 'The URL must not name port 0.' };
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    target: {
      secure,
      host,
      port,
      authority: url.host,
      pathname: url.pathname,
      path: url.pathname + url.search,
      isLiteral: isIP(host) !== 0,
    },
  };
}

/** Says whether `host` is `localhost` or a name under it, which RFC 6761 keeps on this machine. */
export function isLocalhost(host: string): boolean {
  const name = withoutTrailingDot(host);
  return name === 'localhost' || name.endsWith('.localhost');
}
