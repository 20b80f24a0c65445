import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Network, networkCheck, parseNetwork } from './network.js';

/**
 * Parses networks in CIDR notation, single addresses and host names. Hosts are compared without case and trailing dot.
 *
 * @throws TypeError An entry is none of these.
 */
export function parseAllowNet(entries: readonly string[]) {
  const networks: Network[] = [];
  const hosts = new Set<string>();
  for (const entry of entries) {
    const network = parseNetwork(entry);
    if (network) networks.push(network);
    else hosts.add(parseHost(entry));
  }
  const isInNetwork = networkCheck(networks);
  return {
    /** Whether any entry is a network or an address. */
    hasNetworks: networks.length > 0,
    hasHost: (host: string) => hosts.has(withoutTrailingDot(host)),
    /** `address` must be an IP address. An IPv4-mapped address counts as its IPv4 address. */
    hasAddress: (address: string) => isInNetwork(ipaddr.process(address)),
  };
}

/** Returns `host` without the dot that marks a name as complete. */
export function withoutTrailingDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

function parseHost(entry: string): string {
  const text = `http://${entry}/`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHost =
    url !== undefined &&
    !/[\s/\\?#@:%]/.test(entry) &&
    isIP(url.hostname) === 0 &&
    /^[\w.-]+$/.test(url.hostname);
  if (!isHost) {
    throw new TypeError(
      `allowNet: "${entry}" is neither a network such as 192.168.0.0/16 nor a host name such as host.docker.internal.`,
    );
  }
  return withoutTrailingDot(url.hostname);
}
