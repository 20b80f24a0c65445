import { describe, expect, it } from 'vitest';
import { parseAllowNet } from '../../../src/service/outbound/network.js';

describe('parseAllowNet', () => {
  it('matches addresses of both families, whatever bits follow the prefix', () => {
    const allowed = parseAllowNet(['192.168.1.5/16', 'fd12::/16', '10.0.0.7']);
    expect(allowed.hasAddress('192.168.255.1')).toBe(true);
    expect(allowed.hasAddress('::ffff:192.168.255.1')).toBe(true);
    expect(allowed.hasAddress('192.169.0.1')).toBe(false);
    expect(allowed.hasAddress('fd12:1::1')).toBe(true);
    expect(allowed.hasAddress('fd13::1')).toBe(false);
    expect(allowed.hasAddress('10.0.0.7')).toBe(true);
    expect(allowed.hasAddress('10.0.0.8')).toBe(false);
  });

  it('compares host names without case and trailing dot', () => {
    const allowed = parseAllowNet(['Host.Docker.Internal.', 'bücher.example']);
    expect(allowed.hasHost('host.docker.internal')).toBe(true);
    expect(allowed.hasHost('host.docker.internal.')).toBe(true);
    expect(allowed.hasHost('xn--bcher-kva.example')).toBe(true);
    expect(allowed.hasHost('docker.internal')).toBe(false);
  });

  it.each([
    '',
    ' ',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0/8',
    '10.1',
    '0x0a.0.0.1',
    'fd12::/129',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/104',
    'http://host.docker.internal',
    'host.docker.internal:3000',
    'host/path',
    'user@host',
    '*.internal',
  ])('throws on %j', (entry) => {
    expect(() => parseAllowNet([entry])).toThrow(/^allowNet: /);
  });
});
