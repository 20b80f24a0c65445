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
  throw new Error('nothing was thrown');
}

it.each([
  ['missing', undefined],
  ['empty', ''],
  ['with a newline behind', 'sk_CANARY\n'],
  ['with a space', 'sk CANARY'],
  ['with its scheme', 'Bearer sk_CANARY'],
  ['outside ASCII', 'sk_CANARÝ'],
  ['no string', 42],
])('an API key that is %s is refused, without being repeated', (_name, apiKey) => {
  // @ts-expect-error what a JavaScript caller could give
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
  ['of another scheme', 'ftp://api.example.com'],
  ['in the clear', 'http://api.example.com'],
  ['in the clear, to what only looks like loopback', 'http://127.0.0.1.example.com'],
  ['in the clear, to a name that ends like loopback', 'http://notlocalhost'],
  ['with credentials', 'https://user:CANARY@api.example.com'],
  ['with a query', 'https://api.example.com?key=CANARY'],
  ['with a fragment', 'https://api.example.com#a'],
  ['with the version', 'https://api.example.com/v1/'],
])('a base URL that is %s is refused', (_name, baseUrl) => {
  // @ts-expect-error what a JavaScript caller could give
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
])('%s is taken', (baseUrl) => {
  expect(() => createClient({ ...good, baseUrl })).not.toThrow();
});

it('plain HTTP to another host has to be asked for', () => {
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
])('%s: %s is refused', (option, value) => {
  expect(inputError(() => createClient({ ...good, [option]: value })).input).toBe(option);
});

it('nothing of the client shows the key', () => {
  const client = createClient({ ...good, apiKey: 'sk_CANARY' });
  expect(JSON.stringify(client)).not.toMatch(/CANARY/);
  expect(
    Object.values(client)
      .flatMap((part) => Object.values(part))
      .join(),
  ).not.toMatch(/CANARY/);
});
