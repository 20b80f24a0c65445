import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyAddress } from '../../../src/service/outbound/classify-address.js';
import { checkUrl } from '../../../src/service/outbound/guard.js';
import { formsOf, tunnelsOf } from './support/address-forms.js';
import { noPermissions } from './support/post-to.js';

const messageFor = (url: string, policy = noPermissions): string | undefined =>
  checkUrl(url, policy)?.message;

describe('checkUrl', () => {
  it.each([
    'https://example.com/webhooks?a=b',
    'http://example.com',
    'http://localhost:3000/webhooks',
    'http://app.localhost:3000/',
    'http://127.0.0.1:3000/',
    'http://[::1]:3000/',
    'http://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    `https://example.com/${'a'.repeat(2_048 - 20)}`,
  ])('allows %s', (url) => {
    expect(checkUrl(url, noPermissions)).toBeUndefined();
  });

  it.each([
    ['', 'valid absolute URL'],
    ['/webhooks', 'valid absolute URL'],
    ['example.com/webhooks', 'valid absolute URL'],
    ['localhost:3000', 'http:// or https://'],
    ['ftp://example.com/', 'http:// or https://'],
    ['file:///etc/passwd', 'http:// or https://'],
    ['gopher://127.0.0.1:6379/_INFO', 'http:// or https://'],
    ['http://', 'valid absolute URL'],
    ['http://[fe80::1%25eth0]/', 'valid absolute URL'],
    ['http://256.256.256.256/', 'valid absolute URL'],
    ['http://user@example.com/', 'user name'],
    ['http://:secret@example.com/', 'user name'],
    ['http://example.com/#part', 'fragment'],
    ['http://example.com/#', 'fragment'],
    ['http://example.com/a b', 'spaces'],
    ['http://exam\nple.com/', 'line breaks'],
    [' http://example.com/', 'spaces'],
    ['http://example.com/\u0000', 'control characters'],
    ['http://example.com:0/', 'port 0'],
    [`https://example.com/${'a'.repeat(2_048 - 19)}`, '2048 characters'],
  ])('refuses %j', (url, part) => {
    expect(checkUrl(url, noPermissions)).toEqual({
      code: 'url_not_allowed',
      message: expect.stringContaining(part),
    });
  });

  it('names the --allow-net that opens a private address', () => {
    expect(messageFor('http://192.168.1.5:3000/')).toBe(
      '192.168.1.5 is a private address. Pass --allow-net 192.168.1.5/32 to allow it.',
    );
    expect(messageFor('http://[fd12::1]/')).toContain('--allow-net fd12::1/128 ');
    expect(messageFor('http://[::ffff:10.0.0.1]/')).toContain('--allow-net 10.0.0.1/32 ');
  });

  it('allows a private address with the named --allow-net', () => {
    fc.assert(
      fc.property(fc.constantFrom('192.168.1.5', '[fd12::1]', '[::ffff:10.0.0.1]'), (host) => {
        const value = / --allow-net (\S+) /.exec(messageFor(`http://${host}/`) ?? '')?.[1] ?? '';
        expect(messageFor(`http://${host}/`, { allowNet: [value], ownPorts: [] })).toBeUndefined();
      }),
    );
  });

  it('never opens more than private addresses with --allow-net', () => {
    const policy = { allowNet: ['0.0.0.0/0', '::/0'], ownPorts: [] };
    expect(messageFor('http://10.0.0.1/', policy)).toBeUndefined();
    for (const host of [
      '169.254.169.254',
      '0.0.0.0',
      '100.64.0.1',
      '[fd00:ec2::254]',
      '[fe80::1]',
    ]) {
      expect(messageFor(`http://${host}/`, policy)).toContain('Deliveries never go there.');
    }
  });

  it('judges every spelling of an IPv4 address alike', () => {
    fc.assert(
      fc.property(anyOctets, (octets) => {
        const { kind } = classifyAddress(octets.join('.'));
        const isAllowed = kind === 'public' || kind === 'loopback';
        for (const [form, host] of Object.entries(formsOf(octets))) {
          const verdict = messageFor(`http://${host}/`);
          expect(verdict === undefined, `${form} ${host}: ${verdict}`).toBe(isAllowed);
        }
      }),
    );
  });

  it('refuses every tunnel to an IPv4 address that is not public', () => {
    fc.assert(
      fc.property(anyOctets, (octets) => {
        fc.pre(classifyAddress(octets.join('.')).kind !== 'public');
        const policy = { allowNet: ['0.0.0.0/0'], ownPorts: [] };
        for (const [form, host] of Object.entries(tunnelsOf(octets))) {
          expect(messageFor(`http://${host}/`, policy), form).toContain('never');
        }
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `http://${s}/`),
        ),
        (url) => {
          expect([undefined, 'url_not_allowed']).toContain(checkUrl(url, noPermissions)?.code);
        },
      ),
    );
  });
});

describe('the own ports', () => {
  const policy = { allowNet: [], ownPorts: [4010, 80] };

  it.each([
    'http://localhost:4010/v1/candidates',
    'http://app.localhost.:4010/v1/candidates',
    'http://127.0.0.1:4010/_sandbox/reset',
    'http://127.1:4010/',
    'http://[::1]:4010/',
    'http://[::ffff:127.0.0.1]:4010/',
    'http://127.0.0.1/',
    'http://localhost:4010/sink',
    'http://localhost:4010/sink/',
    'http://localhost:4010/sinks/a',
    'http://localhost:4010/sink/../v1/candidates',
    'http://localhost:4010/sink/%2e%2e/v1/candidates',
    'http://localhost:4010/sink/..%2fv1/candidates',
    'http://localhost:4010/sink/a%2F..%2F..%2Fv1',
    'http://localhost:4010/sink/%252e%252e/v1',
    'http://localhost:4010/sink/..%5cv1',
    'http://localhost:4010/sink/..\\v1\\..\\..\\v1',
    'http://localhost:4010/v1?/sink/a',
  ])('are refused: %s', (url) => {
    expect(messageFor(url, policy)).toContain("is the service's own");
  });

  it.each([
    'http://localhost:4010/sink/a',
    'http://127.0.0.1:4010/sink/orders/eu?status=500',
    'http://localhost:3000/v1/candidates',
    'http://8.8.8.8:4010/v1/candidates',
    'https://example.com:4010/',
  ])('do not refuse %s', (url) => {
    expect(checkUrl(url, policy)).toBeUndefined();
  });
});

// Half of the addresses are special.
const anyOctets = fc.oneof(
  fc.tuple(octet(), octet(), octet(), octet()),
  fc.tuple(
    fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 224, 255),
    octet(),
    octet(),
    octet(),
  ),
  fc.constantFrom<[number, number, number, number]>(
    [169, 254, 169, 254],
    [192, 168, 0, 1],
    [127, 0, 0, 1],
  ),
);

function octet(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 255 });
}

describe('the public URL', () => {
  const policy = { allowNet: [], ownPorts: [], publicUrl: 'https://screening.test' };

  it.each([
    'https://screening.test/v1/candidates',
    'https://SCREENING.test.:443/sink/../v1/candidates',
    'http://screening.test:443/',
  ])('is refused: %s', (url) => {
    expect(messageFor(url, policy)).toContain("is the service's own");
  });

  it.each(['https://screening.test/sink/a', 'http://screening.test/', 'https://x.screening.test/'])(
    'does not refuse %s',
    (url) => expect(checkUrl(url, policy)).toBeUndefined(),
  );
});

describe('where others use the service', () => {
  const strict = {
    allowNet: [],
    ownPorts: [4010],
    publicUrl: 'https://screening.test',
    isForOthers: true,
  };

  it.each([
    'https://example.com/webhooks',
    'https://8.8.8.8/',
    'https://screening.test/sink/a',
    'http://localhost:4010/sink/a',
    'http://127.0.0.1:4010/sink/a',
  ])('allows %s', (url) => expect(messageFor(url, strict)).toBeUndefined());

  it.each([
    ['http://127.0.0.1:3000/', '127.0.0.1 is a loopback address.', '127.0.0.1/32'],
    ['https://127.1/', '127.0.0.1 is a loopback address.', '127.0.0.1/32'],
    ['https://[::1]/', '::1 is a loopback address.', '::1/128'],
    ['http://[::ffff:127.0.0.1]/', 'loopback', '127.0.0.1/32'],
    ['https://localhost:3000/', 'localhost resolves to 127.0.0.1, a loopback', 'localhost'],
    ['https://app.localhost/', 'app.localhost resolves to 127.0.0.1, a', 'app.localhost'],
    ['http://example.com/', 'http reaches only what --allow-net names.', 'example.com'],
    ['http://8.8.8.8/', 'http reaches only what --allow-net names.', '8.8.8.8/32'],
    ['https://10.0.0.1/', '10.0.0.1 is a private address.', '10.0.0.1/32'],
  ])('refuses %s, and names what opens it', (url, reason, value) => {
    const message = messageFor(url, strict);
    expect(message).toContain(reason);
    expect(message).toMatch(new RegExp(`Pass --allow-net ${value} to allow it\\.$`));
    expect(messageFor(url, { ...strict, allowNet: [value] })).toBeUndefined();
  });

  it('leaves a name over http to the attempt where a network may have it', () => {
    expect(messageFor('http://app.test/', { ...strict, allowNet: ['10.0.0.0/8'] })).toBeUndefined();
  });

  it('refuses the own port and the public URL for all but sinks', () => {
    const policy = { ...strict, allowNet: ['localhost', '127.0.0.0/8', 'screening.test'] };
    for (const url of [
      'http://localhost:4010/v1/candidates',
      'https://127.0.0.1:4010/_sandbox/reset',
      'https://screening.test/v1/candidates',
    ]) {
      expect(messageFor(url, policy)).toContain("is the service's own");
    }
  });
});
