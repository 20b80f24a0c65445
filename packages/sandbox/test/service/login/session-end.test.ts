import { describe, expect, it } from 'vitest';
import { addressOf, type DashboardBrowser, signIn } from '../../support/dashboard-browser.js';
import { provision } from '../../support/provision.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

/** Opens the stream of deliveries. @returns a function that resolves when the service has ended the stream. */
async function openStream({ cookie }: DashboardBrowser): Promise<() => Promise<void>> {
  const response = await fetch(`${addressOf(service())}/v1/webhook-deliveries/stream`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  // The first chunk.
  await reader?.read();
  return async () => {
    while (!(await reader?.read())?.done);
  };
}

describe('a logout', () => {
  it('ends the session and its stream, and takes the cookie away', async () => {
    const browser = await signIn(service());
    const ended = await openStream(browser);
    const { status, headers } = await browser.submit('/logout', {});
    expect([status, headers.get('location')]).toEqual([303, '/login']);
    expect(headers.getSetCookie()).toEqual([
      `${browser.cookie.split('=')[0]}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`,
    ]);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    await ended();
    for (const path of ['/v1/account', '/_sandbox/clock']) {
      expect((await browser.send('GET', path)).body['code']).toBe('session_expired');
    }
    expect((await browser.send('GET', '/')).headers.get('location')).toBe('/login');
  });

  it('leaves other sessions alone, and does nothing the second time', async () => {
    const [one, other] = [await signIn(service()), await signIn(service())];
    await one.submit('/logout', {});
    expect((await one.submit('/logout', {})).status).toBe(303);
    expect((await other.send('GET', '/v1/account')).status).toBe(200);
  });

  it.each([
    [{ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': null }],
    [{ origin: null, 'sec-fetch-site': null }],
  ])('is not made by another page: %j', async (headers) => {
    const browser = await signIn(service());
    const { status, text } = await browser.send('POST', '/logout', { headers });
    expect(status).toBe(403);
    expect(text).toContain('It came from another site.');
    expect((await browser.send('GET', '/v1/account')).status).toBe(200);
    expect((await browser.send('GET', '/logout')).status).toBe(404);
    expect((await browser.send('GET', '/v1/account')).status).toBe(200);
  });
});

it('a stream ends when its session acts as another tenant', async () => {
  const { tenantId } = await provision(service());
  const browser = await signIn(service());
  const ended = await openStream(browser);
  await browser.submit('/login/tenant', { tenantId, csrf: browser.csrf() });
  await ended();
});

describe('the state is set back, and who is signed in stays so', () => {
  it('by a reset', async () => {
    const browser = await signIn(service());
    const { status, text } = await browser.send('POST', '/_sandbox/reset');
    expect(status, text).toBe(200);
    expect((await browser.send('GET', '/v1/account')).status).toBe(200);
    await browser.submit('/logout', {});
    await service().control('/reset', {});
    // A reset does not restore an ended session.
    expect((await browser.send('GET', '/v1/account')).status).toBe(401);
  });

  it('by a snapshot, which has no session of its own', async () => {
    const gone = await signIn(service());
    await service().control('/snapshots', { name: 'login' });
    await gone.submit('/logout', {});
    const browser = await signIn(service());
    const { status, text } = await service().control('/snapshots/login/restore', {});
    expect(status, text).toBe(200);
    expect((await browser.send('GET', '/v1/account')).status).toBe(200);
    expect((await gone.send('GET', '/v1/account')).status).toBe(401);
    await browser.send('DELETE', '/_sandbox/snapshots/login');
  });

  it('as the account, where the tenant is gone that it acted as', async () => {
    const { tenantId } = await provision(service());
    const browser = await signIn(service());
    await browser.submit('/login/tenant', { tenantId, csrf: browser.csrf() });
    expect((await browser.send('GET', '/v1/account')).body['id']).toBe(tenantId);
    await service().control('/reset', {});
    expect((await browser.send('GET', '/v1/account')).body['id']).toBe('acct');
  });
});
