import { expect, it } from 'vitest';
import { type ConnectionPhase, describeFailure } from '../../../src/service/outbound/send-error.js';

const failing = (code: string): Error => Object.assign(new Error('failed'), { code });

it.each([
  ['SELF_SIGNED_CERT_IN_CHAIN', true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true],
  ['CERT_HAS_EXPIRED', false],
  ['ERR_TLS_CERT_ALTNAME_INVALID', false],
])('says how to trust a certificate, where that helps: %s', (code, helps) => {
  const { message } = describeFailure(failing(code), 'handshake');
  expect(message.includes('NODE_EXTRA_CA_CERTS')).toBe(helps);
});

it.each<[string, unknown, ConnectionPhase, string]>([
  ['a refusal', failing('ECONNREFUSED'), 'connecting', 'connection_refused'],
  [
    'a refusal after an address that has no route',
    new AggregateError([failing('EADDRNOTAVAIL'), failing('ECONNREFUSED')]),
    'connecting',
    'connection_refused',
  ],
  [
    'addresses that have no route',
    new AggregateError([failing('ENETUNREACH'), failing('EHOSTUNREACH')]),
    'connecting',
    'connection_failed',
  ],
  [
    'addresses that are silent',
    new AggregateError([failing('ETIMEDOUT'), failing('ENETUNREACH')]),
    'connecting',
    'connect_timeout',
  ],
  ['no route', failing('ENETUNREACH'), 'connecting', 'connection_failed'],
  ['a broken pipe', failing('EPIPE'), 'exchange', 'connection_reset'],
  ['a foreign certificate', failing('CERT_HAS_EXPIRED'), 'handshake', 'tls_failed'],
  ['an error without a code', new Error('x'.repeat(1_000)), 'exchange', 'connection_failed'],
  ['no error at all', undefined, 'exchange', 'connection_failed'],
])('describes %s', (_name, error, phase, code) => {
  const failure = describeFailure(error, phase);
  expect(failure.code).toBe(code);
  expect(failure.message.length).toBeLessThan(300);
});
