import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `private` needs a permission. `refused` is never delivered to. `what` completes "It is …". */
export type AddressClass =
  | { readonly kind: 'public' }
  | { readonly kind: 'loopback' | 'private' | 'refused'; readonly what: string };

const refused = (what: string): AddressClass => ({ kind: 'refused', what });

// Some clouds answer with credentials on these. They look private or public.
const METADATA = [
  'fd00:ec2::/32', // AWS, also the credentials of its containers
  'fd20:ce::254/128', // Google Cloud
  'fd00:c1::a9fe:a9fe/128', // Oracle Cloud
  'fd00:42::42/128', // Scaleway
  '168.63.129.16/32', // Azure
].map((network) => ipaddr.parseCIDR(network));

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

const NAMES: Readonly<Record<string, string>> = {
  unspecified: 'an unspecified address',
  broadcast: 'the broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'a link-local address',
  carrierGradeNat: 'a carrier-grade NAT address',
  '6to4': 'a 6to4 address',
  teredo: 'a Teredo address',
  rfc6052: 'a NAT64 address',
};

/**
 * Classifies an IPv4 address in four decimal parts or an IPv6 address. An IPv4-mapped address counts as the IPv4
 * address that the socket would connect to. Anything else is refused.
 */
export function classifyAddress(address: string): AddressClass {
  if (isIP(address) === 0) return refused('not an IP address');
  // ipaddr.js takes these withdrawn addresses for IPv4-mapped ones, which sockets do not.
  if (/^::\d+\./.test(address)) return refused('an IPv4-compatible address');
  const ip = ipaddr.process(address);
  if (METADATA.some(([net, bits]) => net.kind() === ip.kind() && ip.match(net, bits))) {
    return refused('a metadata address');
  }
  const range: string = ip.range();
  if (range === 'loopback') return { kind: 'loopback', what: 'a loopback address' };
  if (range === 'private' || range === 'uniqueLocal') {
    return { kind: 'private', what: 'a private address' };
  }
  const reserved = refused(NAMES[range] ?? 'a reserved address');
  if (ip.kind() === 'ipv6') {
    // DNS64 gives such addresses for public hosts. Through NAT64 nothing but a public host may be reached.
    if (ip.match(NAT64)) {
      const inner = ip.toByteArray().slice(12).join('.');
      return classifyAddress(inner).kind === 'public'
        ? { kind: 'public' }
        : refused(`a NAT64 address of ${inner}`);
    }
    // Everything outside 2000::/3 is reserved. ipaddr.js calls it unicast.
    if (!ip.match(GLOBAL_IPV6)) return reserved;
  }
  return range === 'unicast' ? { kind: 'public' } : reserved;
}
