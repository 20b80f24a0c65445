import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createLogin } from '../../../src/service/login/login.js';
import { addressOf, signIn } from '../../support/dashboard-browser.js';
import { provision } from '../../support/provision.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

it('a page learns whose session it is, and the token for its changes', async () => {
  const { sql } = service();
  const { forSession } = createLogin({
    sql,
    runCommand: () => Promise.reject(new Error('Nothing is changed.')),
    publicUrl: undefined,
    password: undefined,
    sessionKey: undefined,
    findClient: () => '',
    onError: () => {},
    onEvent: () => {},
  });
  const page = new Hono().get('/', (c) => forSession(c, (session) => c.json(session)));
  const visit = async (headers: Readonly<Record<string, string>>) =>
    page.request(`${addressOf(service())}/`, { headers });
  const read = async (cookie: string): Promise<unknown> => (await visit({ cookie })).json();

  const browser = await signIn(service());
  const { status, headers } = await visit({ cookie: '' });
  expect([status, headers.get('location')]).toEqual([303, '/login']);
  // A program would take the login page for an answer.
  expect((await visit({ authorization: 'Bearer x' })).status).toBe(404);
  expect(await read(browser.cookie)).toEqual({
    csrfToken: browser.csrf(),
    tenantId: 'acct',
    tenantName: 'Sandbox account',
    actingTenant: null,
    partner: true,
  });
  const { tenantId } = await provision(service());
  await browser.submit('/login/tenant', { tenantId, csrf: browser.csrf() });
  expect(await read(browser.cookie)).toEqual({
    csrfToken: browser.csrf(tenantId),
    tenantId,
    tenantName: 'Sandbox account',
    actingTenant: { id: tenantId, name: 'Lakeside Clinic' },
    partner: false,
  });
});

it('each answer to a session says whose data it has', async () => {
  const browser = await signIn(service());
  const answeredFor = async (): Promise<readonly (string | null)[]> =>
    Promise.all(
      ['/v1/candidates', '/v1/candidates/none', '/_sandbox/clock'].map(async (path) =>
        (await browser.send('GET', path)).headers.get('x-answered-for'),
      ),
    );
  expect(await answeredFor()).toEqual(['acct', 'acct', 'acct']);
  const { tenantId } = await provision(service());
  await browser.submit('/login/tenant', { tenantId, csrf: browser.csrf() });
  expect(await answeredFor()).toEqual([tenantId, tenantId, tenantId]);
});
