import { isIPv6, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { withoutTrailingDot } from './allow-net.js';
import type { Target } from './target.js';

// Node gives up on an address after 250 ms when there is another one, which is too short for a distant host.
const ATTEMPT_TIMEOUT_MS = 1_000;

/**
 * Starts a connection to the first of `addresses` that accepts one. They must have been vetted: nothing else is
 * connected to, and nothing is resolved here.
 */
export function openSocket(target: Target, addresses: readonly string[]): Socket {
  const vetted = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, vetted);
  const options = {
    host: target.host,
    port: target.port,
    lookup,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
  };
  if (!target.secure) return netConnect(options);
  return tlsConnect({
    ...options,
    // An IP address must not be a server name (RFC 6066). Nor may a name end with a dot.
    servername: target.isLiteral ? '' : withoutTrailingDot(target.host),
    ALPNProtocols: ['http/1.1'],
  });
}
