import { UsageError } from 'screening-webhooks-terminal';
import { describe, expect, it } from 'vitest';
import { deliveryUrl } from '../src/http/delivery-url.js';
import { isLoopback, parseTarget } from '../src/target/parse-target.js';
import { unreachableError } from '../src/target/unreachable-error.js';

describe('this machine', () => {
  it.each([
    ...[
      'http://localhost:3000/',
      'http://LOCALHOST/',
      'https://app.localhost/x',
      'http://127.0.0.1/',
    ],
    ...['http://127.1/', 'http://127.255.0.9/', 'http://0x7f000001/', 'http://[::1]:8080/'],
    'http://[::ffff:127.0.0.1]/',
  ])('%s', (url) => {
    expect(isLoopback(new URL(url))).toBe(true);
  });

  it.each([
    ...['http://example.com/', 'http://localhost.example.com/', 'http://127.0.0.1.example.com/'],
    ...['http://10.0.0.1/', 'http://0.0.0.0/', 'http://[::]/', 'http://[::ffff:10.0.0.1]/'],
    ...['http://notlocalhost/', 'http://localhost@example.com/', 'http://128.0.0.1/'],
  ])('not %s, which requires --allow-remote', (url) => {
    expect(isLoopback(new URL(url))).toBe(false);
    expect(() => parseTarget(url, '--to', false)).toThrow(UsageError);
    expect(parseTarget(url, '--to', true).href).toBe(new URL(url).href);
  });
});

it.each([
  ['ECONNREFUSED', 'nothing listens there; start the receiver, or check the URL'],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'its certificate is self-signed; to trust it, set NODE_EXTRA_CA_CERTS to its PEM file',
  ],
  // As of mkcert.
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'no authority that Node knows vouches for its certificate; to trust it, set NODE_EXTRA_CA_CERTS to the PEM file of its authority',
  ],
  ['CERT_HAS_EXPIRED', 'its certificate has expired; renew it'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host; check the URL'],
  ['EOTHER', 'EOTHER; start the receiver, or check the URL'],
])('the cure of %s', (code, words) => {
  expect(unreachableError(new URL('https://localhost:3443/x'), code).message).toBe(
    `cannot reach https://localhost:3443: ${words}.`,
  );
});

it.each([
  ['http://h:1/', '/a?b=c', 'http://h:1/a?b=c'],
  ['http://h:1', '//evil.example/x', 'http://h:1//evil.example/x'],
  ['http://h:1/', '*', 'http://h:1/'],
  ['http://h:1/hooks', '/a?b=c', 'http://h:1/hooks'],
  ['http://h:1/?tenant=7', '/a', 'http://h:1/?tenant=7'],
])('a delivery to %s, received on %s, goes to %s', (target, path, address) => {
  expect(deliveryUrl(new URL(target), path).href).toBe(address);
});
