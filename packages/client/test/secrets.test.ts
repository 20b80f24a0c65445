import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type ClientOptions, ServiceError } from '../src/index.js';
import {
  API_KEY,
  clientFor,
  dropConnection,
  dropMidBody,
  json,
  neverRespond,
  type Responder,
  startService,
  status,
} from './support/fake-service.js';
import { serviceErrorOf } from './support/service-error-of.js';

/** Everything that a logger could print of an error. */
function printed(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  const fields = Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name)));
  return [inspect(error, { showHidden: true, depth: 9 }), JSON.stringify(error), ...fields].join(
    '\n',
  );
}

async function listWith(responder: Responder, options: Partial<ClientOptions> = {}) {
  const service = await startService(responder);
  const client = clientFor(service.url, { retries: 0, ...options });
  const error = await serviceErrorOf(client.documentVerifications.list({ externalId: 'PERSONAL' }));
  return { service, error };
}

// A service, or a proxy in front of it, that repeats the request in its response.
const echo: Responder = (response, { headers }) => {
  response
    .writeHead(400, { 'x-request-id': `req_${API_KEY}` })
    .end(JSON.stringify({ received: headers }));
};

const failures: [string, Responder, Partial<ClientOptions>][] = [
  ['a 401', status(401), {}],
  ['a 500', status(500), {}],
  ['a response that echoes the headers', echo, {}],
  ['a dropped connection', dropConnection, {}],
  ['a connection dropped in the body', dropMidBody, {}],
  ['a timeout', neverRespond, { attemptTimeout: 1 }],
  ['a malformed response', json('Bearer CANARY'), {}],
  [
    'a fetch that throws the request',
    neverRespond,
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

it.each(failures)('no secret is in the error of %s', async (_name, responder, options) => {
  const { error } = await listWith(responder, options);
  expect(printed(error)).not.toMatch(/CANARY/);
  expect(printed(error)).not.toMatch(/PERSONAL/);
  expect(error.cause).toBeUndefined();
});

it('the body of an error response is available, but not printed', async () => {
  const { error } = await listWith(json({ detail: 'Zoë Müller is not a candidate' }, 422));
  expect(error.body).toMatch(/Zoë Müller/);
  expect(inspect(error) + JSON.stringify(error) + error.message).not.toMatch(/Zoë/);
  const { error: long } = await listWith(json('x'.repeat(5000), 400));
  expect(long.body).toHaveLength(2048);
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    '%i is not followed: the key is not sent to another address',
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

describe('a response over maxResponseBytes', () => {
  it('is rejected, with and without a content length', async () => {
    const options = { maxResponseBytes: 100 };
    const { error } = await listWith(json(['x'.repeat(200)]), options);
    expect(error).toMatchObject({ code: 'response_too_large', status: 200 });
    // The response never ends, so only the limit can end the call.
    const endless: Responder = (response) => {
      response.writeHead(200);
      for (let chunk = 0; chunk < 3; chunk += 1) response.write('x'.repeat(50));
    };
    expect((await listWith(endless, options)).error.code).toBe('response_too_large');
  });

  it('is counted in bytes', async () => {
    const { error } = await listWith(json(['é'.repeat(60)]), { maxResponseBytes: 100 });
    expect(error.code).toBe('response_too_large');
  });

  it('is accepted at exactly the limit', async () => {
    const service = await startService(json([]));
    const client = clientFor(service.url, { maxResponseBytes: 2 });
    expect(await client.documentVerifications.list({ externalId: 'a' })).toEqual({ data: [] });
  });
});

it('instanceof recognises a ServiceError of another copy of the module', async () => {
  const copy = new Error('from the other copy');
  Object.defineProperty(copy, Symbol.for('@screening-webhooks/ServiceError'), { value: true });
  expect(copy).toBeInstanceOf(ServiceError);
  expect(new Error('plain')).not.toBeInstanceOf(ServiceError);
});
