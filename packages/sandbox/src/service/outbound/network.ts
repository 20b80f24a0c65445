import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: an address, and how many of its bits all addresses in it have. */
export type Network = readonly [Address, number];

/** Parses a network in CIDR notation, or a single address. Undefined: it is neither, or an IPv4 network written as IPv6. */
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
