import { expect, it } from 'vitest';
import { type ClientOptions, createClient, InvalidInputError } from '../src/index.js';

const good: ClientOptions = { apiKey: 'sk_1', baseUrl: 'https://api.example.com' };

function inputError(call: () => unknown): InvalidInputError {
  try {
    call();
  } catch (error) {
    if (error instanceof InvalidInputError) return error;
    throw error;
  }
  throw new Error('The call did not throw.');
}

it.each([
  ['missing', undefined],
  ['empty', ''],
  ['with a trailing newline', 'sk_CANARY\n'],
  ['with a space', 'sk CANARY'],
  ['with its scheme', 'Bearer sk_CANARY'],
  ['with a non-ASCII character', 'sk_CANARÝ'],
  ['a number', 42],
])('rejects an API key that is %s, and does not repeat it', (_name, apiKey) => {
  // @ts-expect-error a JavaScript caller may pass this
  const error = inputError(() => createClient({ ...good, apiKey }));
  expect(error).toMatchObject({
    name: 'InvalidInputError',
    code: 'invalid_input',
    input: 'apiKey',
  });
  expect(error).toBeInstanceOf(TypeError);
  expect(`${error.stack}${JSON.stringify(error)}`).not.toMatch(/CANAR|sk_/);
});

it.each([
  ['missing', undefined],
  ['without a scheme', 'api.example.com'],
  ['without a scheme, with a port', 'localhost:4010'],
  ['a path', '/v1'],
  ['with another scheme', 'ftp://api.example.com'],
  ['unencrypted', 'http://api.example.com'],
  ['unencrypted, to a host that starts like loopback', 'http://127.0.0.1.example.com'],
  ['unencrypted, to a host that ends like loopback', 'http://notlocalhost'],
  ['with credentials', 'https://user:CANARY@api.example.com'],
  ['with a query', 'https://api.example.com?key=CANARY'],
  ['with a fragment', 'https://api.example.com#a'],
  ['with the version', 'https://api.example.com/v1/'],
])('rejects a base URL that is %s', (_name, baseUrl) => {
  // @ts-expect-error a JavaScript caller may pass this
  const error = inputError(() => createClient({ ...good, baseUrl }));
  expect(error.input).toBe('baseUrl');
  expect(error.message).not.toMatch(/CANARY/);
});

it.each([
  'https://api.example.com',
  'https://api.example.com/',
  'https://example.com/screening/',
  'http://localhost:4010',
  'http://api.localhost',
  'http://127.0.0.1:4010',
  'http://[::1]:4010',
])('accepts %s', (baseUrl) => {
  expect(() => createClient({ ...good, baseUrl })).not.toThrow();
});

it('accepts plain HTTP to another host with allowHttp', () => {
  expect(() =>
    createClient({ ...good, baseUrl: 'http://sandbox:4010', allowHttp: true }),
  ).not.toThrow();
});

it.each([
  ['timeout', 0],
  ['timeout', Number.NaN],
  ['attemptTimeout', -1],
  ['attemptTimeout', 2 ** 31],
  ['retries', 1.5],
  ['retries', 11],
  ['backoff', -1],
  ['maxResponseBytes', 0],
  ['fetch', 'fetch'],
])('rejects %s: %s', (option, value) => {
  expect(inputError(() => createClient({ ...good, [option]: value })).input).toBe(option);
});

it('the client does not reveal the key', () => {
  const client = createClient({ ...good, apiKey: 'sk_CANARY' });
  expect(JSON.stringify(client)).not.toMatch(/CANARY/);
  expect(
    Object.values(client)
      .flatMap((part) => Object.values(part))
      .join(),
  ).not.toMatch(/CANARY/);
});
