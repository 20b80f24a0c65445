import { beforeEach, describe, expect, it } from 'vitest';
import { describeApi } from '../../../src/service/operations.js';
import { maria } from '../../support/maria.js';
import { describedOperations } from '../../support/openapi.js';
import { invalid, problem } from '../../support/problems.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
const PAGE = 'https://www.example.com';
const OTHER_PAGE = 'http://localhost:3000';
let keyId = '';
let key = '';

async function createKey(allowedOrigins: readonly string[]) {
  const body = { label: 'Intake form', scope: 'candidate_create', allowedOrigins };
  return service().call('POST', '/v1/api-keys', body);
}

beforeEach(async () => {
  const { body } = await createKey([PAGE]);
  keyId = String(body['id']);
  key = String(body['key']);
  await createKey([OTHER_PAGE]);
});

/** The preflight that a browser sends before a page's request. It never has the key. */
const preflight = (origin: string, path = '/v1/candidates') =>
  fetch(`${service().description.url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
const create = (origin: string, body: unknown = maria, caller = key) =>
  service().call('POST', '/v1/candidates', body, { key: caller, headers: { origin } });
const corsHeaders = ({ headers }: { headers: Headers }) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('a preflight', () => {
  it('is allowed for the origins of all active candidate keys', async () => {
    for (const origin of [PAGE, OTHER_PAGE]) {
      const { status, headers } = await preflight(origin);
      expect(status).toBe(204);
      expect(Object.fromEntries(headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'authorization, content-type, idempotency-key',
        'access-control-max-age': '600',
        vary: 'Origin',
      });
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  it.each([
    'http://www.example.com',
    'https://www.example.com:8443',
    'https://www.example.com.evil.test',
    'https://evil.test',
    'null',
  ])('is refused for another origin: %s', async (origin) => {
    const answer = await preflight(origin);
    expect(answer.status).toBe(403);
    expect(corsHeaders(answer)).toEqual([]);
    const { code, detail } = Object(await answer.json());
    expect(code).toBe('origin_not_allowed');
    expect(detail).toContain(origin);
  });

  it('is refused when the key was revoked', async () => {
    await service().call('POST', `/v1/api-keys/${keyId}/revoke`);
    expect((await preflight(PAGE)).status).toBe(403);
    expect((await preflight(OTHER_PAGE)).status).toBe(204);
  });

  it('without an origin is not a preflight', async () => {
    expect(await service().call('OPTIONS', '/v1/candidates')).toMatchObject({ status: 405 });
  });
});

describe('a page', () => {
  it('of an origin of the key creates a candidate, and reads the answer', async () => {
    const answer = await create(PAGE);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Service-Request-Id');
    expect(answer.headers.get('vary')).toBe('Origin');
  });

  it.each([
    [400, '{'],
    [422, { ...maria, email: 'maria' }],
  ])('reads why it is refused: %s', async (status, body) => {
    const answer = await create(PAGE, body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
  });

  it('reads that its key is wrong', async () => {
    const answer = await create(PAGE, maria, 'bss_cand_wrong');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
  });

  it.each([OTHER_PAGE, 'null'])('of another origin creates nothing: %s', async (origin) => {
    const answer = await create(origin);
    expect(answer).toMatchObject(problem(403, 'origin_not_allowed'));
    expect(corsHeaders(answer)).toEqual([]);
    expect(await service().list('/v1/candidates')).toEqual([]);
    // The page cannot read the reason, but the log has it.
    const id = answer.headers.get('service-request-id');
    const { body } = await service().call('GET', `/v1/api-requests/${id}`);
    expect(body).toMatchObject({ keyId, status: 403, code: 'origin_not_allowed' });
  });

  it('with a full key reads no answer', async () => {
    const answer = await create(PAGE, maria, service().description.keys.full);
    expect(corsHeaders(answer)).toEqual([]);
  });

  it('of a new origin is allowed when the key lists it', async () => {
    const path = `/v1/api-keys/${keyId}`;
    await service().call('PATCH', path, { allowedOrigins: [OTHER_PAGE] });
    expect((await create(OTHER_PAGE)).status).toBe(201);
    expect((await create(PAGE)).status).toBe(403);
  });
});

it('a server, which sends no origin, may use a candidate key', async () => {
  const answer = await service().call('POST', '/v1/candidates', maria, { key });
  expect(answer.status).toBe(201);
  expect(corsHeaders(answer)).toEqual([]);
});

const operations = describedOperations(describeApi());
const others = operations.filter(
  ({ method, path }) => `${method} ${path}` !== 'POST /v1/candidates',
);

it(`no other of the ${operations.length} operations answers pages`, async () => {
  const { call, description } = service();
  const headers = { origin: PAGE };
  for (const { method, path } of others) {
    const url = path.replace(/\{\w+\}/, 'x');
    for (const caller of [description.keys.full, key]) {
      const answer = await call(method, url, undefined, { key: caller, headers });
      expect(corsHeaders(answer), `${method} ${path}`).toEqual([]);
    }
    if (path === '/v1/candidates') continue;
    const answer = await preflight(PAGE, url);
    expect([answer.status, corsHeaders(answer)], path).toEqual([405, []]);
  }
});

describe('the origins of a key', () => {
  it.each([
    'http://localhost:3000',
    'https://www.example.com',
    'https://xn--bcher-kva.example',
    'http://[::1]:8080',
  ])('may be %s', async (origin) => {
    expect((await createKey([origin])).body['allowedOrigins']).toEqual([origin]);
  });

  it.each([
    '*',
    'https://*.example.com',
    'https://www.example.com/',
    'https://www.example.com/apply',
    'https://www.example.com:443',
    'HTTPS://www.example.com',
    'https://user@www.example.com',
    'www.example.com',
    'ftp://www.example.com',
    'file:///index.html',
    'null',
    '',
  ])('must be exact: %s', async (origin) => {
    expect(await createKey([PAGE, origin])).toMatchObject(invalid({ param: 'allowedOrigins.1' }));
  });
});
