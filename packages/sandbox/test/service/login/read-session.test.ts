import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createLogin } from '../../../src/service/login/login.js';
import { addressOf, signIn } from '../../support/dashboard-browser.js';
import { provision } from '../../support/provision.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

it('a page learns whose session it is, and the token for its changes', async () => {
  const { sql } = service();
  const { readSession } = createLogin({
    sql,
    runCommand: () => Promise.reject(new Error('Nothing is changed.')),
    publicUrl: undefined,
    password: undefined,
    findClient: () => '',
    onError: () => {},
    onEvent: () => {},
  });
  const page = new Hono().get('/', async (c) => c.json((await readSession(c)) ?? null));
  const read = async (cookie: string): Promise<unknown> =>
    (await page.request(`${addressOf(service())}/`, { headers: { cookie } })).json();

  const browser = await signIn(service());
  expect(await read('')).toBeNull();
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
