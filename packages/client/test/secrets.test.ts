import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type ClientOptions, createClient, ServiceError } from '../src/index.js';
import { failure } from './support/failure.js';
import {
  API_KEY,
  type Behaviour,
  cut,
  cutInBody,
  hang,
  json,
  startService,
  status,
} from './support/fake-service.js';

/** Everything that a logger could come to print of an error. */
function printed(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  const fields = Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name)));
  return [inspect(error, { showHidden: true, depth: 9 }), JSON.stringify(error), ...fields].join(
    '\n',
  );
}

async function listWith(behaviour: Behaviour, options: Partial<ClientOptions> = {}) {
  const service = await startService(behaviour);
  const client = createClient({
    apiKey: API_KEY,
    baseUrl: service.url,
    retries: 0,
    attemptTimeout: 300,
    ...options,
  });
  const error = await failure(client.documentVerifications.list({ externalId: 'PERSONAL' }));
  return { service, error };
}

// A service, or a proxy before it, that says back what it was sent.
const echo: Behaviour = (response, { headers }) => {
  response
    .writeHead(400, { 'x-request-id': `req_${API_KEY}` })
    .end(JSON.stringify({ received: headers }));
};

const failures: [string, Behaviour, Partial<ClientOptions>][] = [
  ['a 401', status(401), {}],
  ['a 500', status(500), {}],
  ['a response that echoes the headers', echo, {}],
  ['a cut connection', cut, {}],
  ['a cut body', cutInBody, {}],
  ['a timeout', hang, {}],
  ['a malformed response', json('Bearer CANARY'), {}],
  [
    'a fetch that throws the request',
    hang,
    {
      fetch: async (_url, init) => {
        throw Object.assign(new Error(`failed with ${JSON.stringify(init.headers)}`), {
          config: init,
          code: 'CANARY_of_the_code',
        });
      },
    },
  ],
];

it.each(failures)('no secret is in the error of %s', async (_name, behaviour, options) => {
  const { error } = await listWith(behaviour, options);
  expect(printed(error)).not.toMatch(/CANARY/);
  expect(printed(error)).not.toMatch(/PERSONAL/);
  expect(error.cause).toBeUndefined();
});

it('what an error response says is at hand, but not printed', async () => {
  const { error } = await listWith(json({ detail: 'Zoë Müller is not a candidate' }, 422));
  expect(error.body).toMatch(/Zoë Müller/);
  expect(inspect(error) + JSON.stringify(error) + error.message).not.toMatch(/Zoë/);
  const { error: long } = await listWith(json('x'.repeat(5000), 400));
  expect(long.body).toHaveLength(2048);
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    '%i is not followed: the key goes nowhere else',
    async (code) => {
      const other = await startService();
      const { error } = await listWith(
        status(code, { location: `${other.url}/v1/document-verifications` }),
      );
      expect(error).toMatchObject({ code: 'redirected', status: code, attempts: 1 });
      expect(other.requests).toEqual([]);
    },
  );
});

describe('a response that is too large', () => {
  it('is given up, whether it says its length or not', async () => {
    const options = { maxResponseBytes: 100 };
    const { error } = await listWith(json(['x'.repeat(200)]), options);
    expect(error).toMatchObject({ code: 'response_too_large', status: 200 });
    const endless: Behaviour = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(50)), 5);
      response.on('close', () => clearInterval(timer));
    };
    expect((await listWith(endless, { ...options, attemptTimeout: 5000 })).error.code).toBe(
      'response_too_large',
    );
  });

  it('is counted in bytes', async () => {
    const { error } = await listWith(json(['é'.repeat(60)]), { maxResponseBytes: 100 });
    expect(error.code).toBe('response_too_large');
  });

  it('at the limit is not', async () => {
    const service = await startService(json([]));
    const client = createClient({ apiKey: API_KEY, baseUrl: service.url, maxResponseBytes: 2 });
    expect(await client.documentVerifications.list({ externalId: 'a' })).toEqual({ data: [] });
  });
});

it('a ServiceError is recognised by its brand: another copy of the module agrees', async () => {
  const copy = new Error('from the other copy');
  Object.defineProperty(copy, Symbol.for('@screening-webhooks/ServiceError'), { value: true });
  expect(copy).toBeInstanceOf(ServiceError);
  expect(new Error('plain')).not.toBeInstanceOf(ServiceError);
});
