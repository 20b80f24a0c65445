import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyAddress } from '../../../src/service/outbound/classify-address.js';

const kindOf = (address: string): string => classifyAddress(address).kind;

describe('classifyAddress', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['100.63.255.255', 'public'],
    ['100.128.0.0', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.0', 'public'],
    ['2606:4700:4700::1111', 'public'],
    ['64:ff9b::8.8.8.8', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.255', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.65.254', 'private'],
    ['fd12:3456::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['0.0.0.0', 'refused'],
    ['0.1.2.3', 'refused'],
    ['100.64.0.1', 'refused'],
    ['100.100.100.200', 'refused'],
    ['168.63.129.16', 'refused'],
    ['169.254.169.254', 'refused'],
    ['192.0.0.192', 'refused'],
    ['192.0.2.1', 'refused'],
    ['198.18.0.1', 'refused'],
    ['224.0.0.1', 'refused'],
    ['240.0.0.1', 'refused'],
    ['255.255.255.255', 'refused'],
    ['::', 'refused'],
    ['::127.0.0.1', 'refused'],
    ['::ffff:0:127.0.0.1', 'refused'],
    ['::ffff:169.254.169.254', 'refused'],
    ['64:ff9b::10.0.0.1', 'refused'],
    ['64:ff9b::127.0.0.1', 'refused'],
    ['64:ff9b::169.254.169.254', 'refused'],
    ['64:ff9b:1::8.8.8.8', 'refused'],
    ['100::1', 'refused'],
    ['2001:db8::1', 'refused'],
    ['2001::1', 'refused'],
    ['2002:7f00:1::', 'refused'],
    ['3fff::1', 'refused'],
    ['4000::1', 'refused'],
    ['5f00::1', 'refused'],
    ['fd00:ec2::254', 'refused'],
    ['fd00:ec2::23', 'refused'],
    ['fd20:ce::254', 'refused'],
    ['fe80::1', 'refused'],
    ['fe80::1%eth0', 'refused'],
    ['febf::1', 'refused'],
    ['fec0::1', 'refused'],
    ['ff02::1', 'refused'],
    ['not an address', 'refused'],
    ['', 'refused'],
    ['0x7f.1', 'refused'],
    ['2130706433', 'refused'],
  ])('%s is %s', (address, kind) => {
    expect(kindOf(address)).toBe(kind);
  });

  it('agrees with a block list for every IPv4 address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), nearIPv4), (address) => {
        expect(kindOf(address)).toBe(expectedIPv4(address));
        expect(kindOf(`::ffff:${address}`)).toBe(expectedIPv4(address));
        expect(kindOf(`64:ff9b::${address}`)).toBe(
          expectedIPv4(address) === 'public' ? 'public' : 'refused',
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('agrees with a block list for every IPv6 address', () => {
    fc.assert(
      fc.property(anyIPv6, (address) => {
        expect(kindOf(address)).toBe(expectedIPv6(address));
      }),
      { numRuns: 2_000 },
    );
  });
});

function listOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

// The IANA registries of special-purpose addresses.
const specialIPv4 = [
  '0.0.0.0/8 100.64.0.0/10 169.254.0.0/16 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24',
  '192.88.99.0/24 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '168.63.129.16/32',
].flatMap((line) => line.split(' '));
const privateIPv4 = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'];
const specialIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];
const metadataIPv6 = ['fd00:ec2::/32', 'fd20:ce::254/128', 'fd00:42::42/128'];

const refusedIPv4 = listOf('ipv4', specialIPv4);
const needsPermission = listOf('ipv4', privateIPv4);
const loopbackIPv4 = listOf('ipv4', ['127.0.0.0/8']);
const globalIPv6 = listOf('ipv6', ['2000::/3']);
const refusedIPv6 = listOf('ipv6', [...specialIPv6, ...metadataIPv6]);
const localIPv6 = listOf('ipv6', ['fc00::/7']);

function expectedIPv4(address: string): string {
  if (refusedIPv4.check(address)) return 'refused';
  if (loopbackIPv4.check(address)) return 'loopback';
  return needsPermission.check(address) ? 'private' : 'public';
}

function expectedIPv6(address: string): string {
  if (refusedIPv6.check(address, 'ipv6')) return 'refused';
  if (localIPv6.check(address, 'ipv6')) return 'private';
  return globalIPv6.check(address, 'ipv6') ? 'public' : 'refused';
}

// At and near the borders of the special networks, which random addresses hardly ever hit.
const nearIPv4 = fc
  .tuple(
    fc.constantFrom(...specialIPv4, ...privateIPv4, '127.0.0.0/8'),
    fc.boolean(),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([network, atEnd, offset]) => {
    const [address = '', bits] = network.split('/');
    const first = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const size = 2 ** (32 - Number(bits));
    const value = ((((atEnd ? first + size : first) + offset) % 2 ** 32) + 2 ** 32) % 2 ** 32;
    return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
  });

// All eight groups written out, so that no address is IPv4-mapped, NAT64 or ::1. The tables above have these.
const anyIPv6 = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: 0x101, max: 0xffff }),
      fc.constantFrom(0x2001, 0x2002, 0x2620, 0x3fff, 0xfd00, 0xfd20, 0xfe80, 0xff02),
    ),
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.constantFrom(0, 1, 0x1ff, 0x200, 0x0db8, 0x4f, 0x0ec2, 0x0fff, 0x1000),
    ),
    fc.array(fc.integer({ min: 1, max: 0xffff }), { minLength: 6, maxLength: 6 }),
  )
  .map(([first, second, rest]) => [first, second, ...rest].map((n) => n.toString(16)).join(':'));
