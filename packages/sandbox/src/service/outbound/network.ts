import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: an address, and the length of the prefix that all addresses in it share. */
export type Network = readonly [Address, number];

/** Parses a network in CIDR notation, or a single address. `undefined` if it is neither, or an IPv4 network written as IPv6. */
export function parseNetwork(entry: string): Network | undefined {
  const [address = '', prefix, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return undefined;
  const widest = family === 4 ? 32 : 128;
  const bits = prefix === undefined ? widest : Number(prefix);
  if (rest.length > 0 || !/^\d{1,3}$/.test(prefix ?? '0') || bits > widest) return undefined;
  const ip = ipaddr.parse(address);
  return ip.range() === 'ipv4Mapped' ? undefined : [ip, bits];
}

/** Makes the check of whether an address is in one of the networks. */
export function networkCheck(networks: readonly Network[]): (address: Address) => boolean {
  // A list of both would find IPv4 in wide networks of IPv6.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const [ip, bits] of networks) lists[ip.kind()].addSubnet(ip.toString(), bits, ip.kind());
  return (ip) => lists[ip.kind()].check(ip.toString(), ip.kind());
}

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
