import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loginSessions } from '../../../src/service/db/schema/login.js';
import { hashToken } from '../../../src/service/login/sessions.js';
import {
  addressOf,
  browserWith,
  type DashboardBrowser,
  signIn,
} from '../../../test/support/dashboard-browser.js';
import { problem } from '../../../test/support/problems.js';
import { provision } from '../../../test/support/provision.js';
import { sharedService, startTestService } from '../../../test/support/service.js';

const service = sharedService();
const person = { firstName: 'Maria', lastName: 'Ortiz', email: 'maria.ortiz@example.com' };
const portOf = (): string => new URL(addressOf(service())).port;
const stream = '/v1/webhook-deliveries/stream';

describe('with its session, the dashboard', () => {
  it('calls the API as a key of full access to the account', async () => {
    const browser = await signIn(service());
    const made = await browser.send('POST', '/v1/candidates', { body: person });
    expect([made.status, made.body['firstName']], made.text).toEqual([201, 'Maria']);
    const { text } = await browser.send('GET', '/v1/candidates');
    expect(text).toBe((await service().call('GET', '/v1/candidates')).text);
    const { status } = await browser.send('GET', '/v1/partner/tenants');
    expect(status).toBe(200);
  });

  it('is in the log as `dashboard`, and is counted for no key', async () => {
    const browser = await signIn(service());
    const { headers } = await browser.send('GET', '/v1/candidates?limit=0');
    const id = headers.get('service-request-id');
    const { body } = await browser.send('GET', `/v1/api-requests/${id}`);
    expect(body).toMatchObject({ keyId: 'dashboard', code: 'parameter_invalid', status: 400 });
    for (const { id: keyId } of await service().list('/v1/api-keys')) {
      const { body: usage } = await browser.send('GET', `/v1/api-keys/${keyId}/usage`);
      expect(JSON.stringify(usage)).not.toContain('getApiRequest');
    }
  });

  it('uses the controls', async () => {
    const browser = await signIn(service());
    const { body } = await browser.send('GET', '/_sandbox/clock');
    expect(body['mode']).toBe('frozen');
    const moved = await browser.send('POST', '/_sandbox/clock', { body: { advance: '1m' } });
    expect([moved.status, moved.body['ran']], moved.text).toEqual([200, 0]);
  });

  it('has no rate limit, which keys have', async () => {
    const limited = await startTestService({ rateLimit: 1 });
    onTestFinished(() => limited.close());
    const browser = await signIn(limited);
    for (let count = 0; count < 3; count += 1) {
      const { status, headers } = await browser.send('GET', '/v1/account');
      expect([status, headers.has('x-ratelimit-limit')]).toEqual([200, false]);
    }
    const { call } = limited;
    expect((await call('GET', '/v1/account')).status).toBe(200);
    expect((await call('GET', '/v1/account')).status).toBe(429);
  });
});

describe('an Authorization header comes before the cookie', () => {
  it.each([
    ['Bearer wrong', 'api_key_invalid'],
    ['Basic YTpi', 'api_key_missing'],
    ['', 'api_key_missing'],
  ])('%j', async (authorization, code) => {
    const browser = await signIn(service());
    const headers = { authorization };
    expect(await browser.send('GET', '/v1/account', { headers })).toMatchObject(problem(401, code));
    expect(await browser.send('GET', '/_sandbox/clock', { headers })).toMatchObject(
      problem(401, 'control_token_invalid'),
    );
  });

  it('so a key acts as itself, from any origin, without a token of the page', async () => {
    const { key } = await provision(service());
    const browser = await signIn(service());
    const answer = await browser.send('POST', '/v1/candidates', {
      body: person,
      headers: {
        authorization: `Bearer ${key}`,
        origin: 'http://localhost:3000',
        'sec-fetch-site': 'same-site',
        'x-csrf-token': null,
      },
    });
    expect(answer.status, answer.text).toBe(201);
    expect((await browser.send('GET', '/v1/candidates')).body['data']).toEqual([]);
  });
});

describe('a cookie that is', () => {
  const refused = problem(401, 'session_expired');

  it.each([
    ['forged', 'x'.repeat(43)],
    ['too short', 'x'],
    ['too long', 'x'.repeat(4000)],
    ['no text of a token', "'%20or%201=1"],
  ])('%s is not a session', async (_what, token) => {
    const browser = browserWith(service(), `screening_session_${portOf()}=${token}`);
    for (const path of ['/v1/account', stream, '/_sandbox/clock']) {
      expect(await browser.send('GET', path)).toMatchObject(refused);
    }
    expect(await browser.send('POST', '/v1/candidates', { body: person })).toMatchObject(refused);
  });

  it('the digest of a token is not a session', async () => {
    const { token } = await signIn(service());
    const browser = browserWith(service(), `screening_session_${portOf()}=${hashToken(token)}`);
    expect(await browser.send('GET', '/v1/account')).toMatchObject(refused);
  });

  it('an expired one is not a session', async () => {
    const browser = await signIn(service());
    const expire = (at: number) =>
      service()
        .sql.update(loginSessions)
        .set({ expiresAt: new Date(at) })
        .where(eq(loginSessions.hash, hashToken(browser.token)));
    await expire(Date.now() - 1);
    expect(await browser.send('GET', '/v1/account')).toMatchObject(refused);
    expect((await browser.send('GET', '/')).headers.get('location')).toBe('/login');
    // The clock of the service has no effect.
    await expire(Date.now() + 3_600_000);
    await service().control('/clock', { advance: '13h' });
    expect((await browser.send('GET', '/v1/account')).status).toBe(200);
  });

  it('missing leaves the request without a key', async () => {
    const browser = browserWith(service(), 'other=1');
    expect(await browser.send('GET', '/v1/account')).toMatchObject(problem(401, 'api_key_missing'));
    expect(await browser.send('GET', '/_sandbox/clock')).toMatchObject(
      problem(401, 'control_token_invalid'),
    );
  });
});

/** A change by the API, and one by the controls. */
const changes = [
  ['POST', '/v1/candidates', person],
  ['POST', '/_sandbox/clock', { advance: '1m' }],
] as const;

async function expectNothingChanged(): Promise<void> {
  expect((await service().call('GET', '/v1/candidates')).body['data']).toEqual([]);
  expect((await service().control('/clock')).body['now']).toBe('2026-01-01T00:00:00.000Z');
}

describe.each(changes)('%s %s', (method, path, body) => {
  it('needs the token of its session', async () => {
    const browser = await signIn(service());
    const other = await signIn(service());
    const csrf = browser.csrf();
    const tokens = [null, '', 'x', csrf.slice(1), `${csrf}x`, other.csrf(), browser.csrf('ten_x')];
    for (const token of [...tokens, browser.token]) {
      const headers = { 'x-csrf-token': token };
      expect(await browser.send(method, path, { body, headers })).toMatchObject(
        problem(403, 'csrf_token_invalid'),
      );
    }
    await expectNothingChanged();
  });

  it.each([
    [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': null }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null', 'sec-fetch-site': null }],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }],
    [{ origin: null, 'sec-fetch-site': 'cross-site' }],
    [{ origin: null, 'sec-fetch-site': 'same-site' }],
    [{ origin: null, 'sec-fetch-site': 'none' }],
    [{ origin: null, 'sec-fetch-site': null }],
    [{ 'sec-fetch-site': 'cross-site' }],
  ])('is refused from another page, even with the token: %j', async (headers) => {
    const browser = await signIn(service());
    expect(await browser.send(method, path, { body, headers })).toMatchObject(
      problem(403, 'origin_not_allowed'),
    );
    await expectNothingChanged();
  });

  it.each([[{ 'sec-fetch-site': null }], [{ origin: null }], [{ origin: 'null' }]])(
    'is taken from a page of the service: %j',
    async (headers) => {
      const { status, text } = await (await signIn(service())).send(method, path, {
        body,
        headers,
      });
      expect([200, 201], text).toContain(status);
    },
  );
});

describe.each(['/v1/account', stream, '/_sandbox/clock', '/_sandbox/outbox'])('GET %s', (path) => {
  it.each([
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'http://localhost:3000' }],
    [{ origin: 'http://localhost:3000', 'sec-fetch-site': null }],
    [{ origin: 'null', 'sec-fetch-site': null }],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('is not read by another page: %j', async (headers) => {
    const answer = await (await signIn(service())).send('GET', path, { headers });
    expect(answer).toMatchObject(problem(403, 'origin_not_allowed'));
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });

  it.each([[{}], [{ 'sec-fetch-site': 'none' }], [{ 'sec-fetch-site': null }]])(
    'is read by a page of the service, and by hand: %j',
    async (headers) => {
      expect((await (await signIn(service())).send('GET', path, { headers })).status).toBe(200);
    },
  );
});

it('an Idempotency-Key of one tenant has no effect for another, nor for the account', async () => {
  const browser = await signIn(service());
  const headers = { 'idempotency-key': 'same' };
  const ids: unknown[] = [];
  const create = async (browser: DashboardBrowser, acting?: string) => {
    const csrf = browser.csrf(acting);
    return browser.send('POST', '/v1/candidates', { body: person, csrf, headers });
  };
  ids.push((await create(browser)).body['id']);
  let acting: string | undefined;
  for (const name of ['Lakeside Clinic', 'Hillside Clinic']) {
    const { tenantId } = await provision(service(), { facilityName: name });
    await browser.submit('/login/tenant', { tenantId, csrf: browser.csrf(acting) });
    acting = tenantId;
    const first = await create(browser, acting);
    expect(first.headers.has('idempotent-replayed'), first.text).toBe(false);
    const again = await create(browser, acting);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    ids.push(first.body['id']);
  }
  expect(new Set(ids).size).toBe(3);
  const { headers: byKey } = await service().call('POST', '/v1/candidates', person, { headers });
  expect(byKey.has('idempotent-replayed')).toBe(false);
});
