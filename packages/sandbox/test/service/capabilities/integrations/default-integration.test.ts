import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { integrations, webhookEndpoints } from '../../../../src/service/db/schema/index.js';
import { transactOn } from '../../../../src/service/db/sql.js';
import { createClock } from '../../../../src/service/kernel/clock.js';
import { commandRunner } from '../../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../../src/service/kernel/identity.js';
import { prepareState } from '../../../../src/service/world/prepare-state.js';
import { signIn } from '../../../support/dashboard-browser.js';
import { addKey } from '../../../support/keys.js';
import { borrowMemoryDatabase } from '../../../support/open-test-database.js';
import { provision } from '../../../support/provision.js';
import { sharedService, startTestService, type TestService } from '../../../support/service.js';

const service = sharedService();
const type = 'document_verification.completed';

/** The default integration for a key. Default: for the account's key. */
async function defaultOf({ call }: TestService, key?: string): Promise<unknown> {
  const { body } = await call('GET', '/v1/account', undefined, key === undefined ? {} : { key });
  return body['defaultIntegrationId'];
}

async function addIntegration(name: string): Promise<string> {
  const { body } = await service().call('POST', '/v1/integrations', { name });
  return String(body['id']);
}

const archive = (id: string) => service().call('DELETE', `/v1/integrations/${id}`);

/** The integration of the newest event of a key's tenant. */
async function newestEvent(key?: string): Promise<unknown> {
  const options = key === undefined ? {} : { key };
  const { body } = await service().call('GET', '/v1/events?limit=1', undefined, options);
  const [event] = Array.isArray(body['data']) ? body['data'] : [];
  return event?.integrationId;
}

it('in the demo world it is the demo integration, although another one has an earlier time', async () => {
  const demo = await startTestService({ seed: 'demo' });
  onTestFinished(() => demo.close());
  const { integrationId } = demo.description;
  const [earlier, first] = await demo.list('/v1/integrations');
  expect([earlier?.['name'], first?.['id']]).toEqual(['Staffing portal', integrationId]);
  expect(String(earlier?.['createdAt']) < String(first?.['createdAt'])).toBe(true);
  expect(await defaultOf(demo)).toBe(integrationId);
});

it('it is the oldest active one among more than a list shows, and null where none is active', async () => {
  const { sql, description } = service();
  const second = await addIntegration('Second');
  for (let made = 0; made < 101; made += 1) await addIntegration(`Newer ${made}`);
  expect(await defaultOf(service())).toBe(description.integrationId);

  await archive(description.integrationId);
  expect(await defaultOf(service())).toBe(second);

  await sql.update(integrations).set({ status: 'archived' });
  expect(await defaultOf(service())).toBeNull();
});

it('a key of one integration has that integration as its default, while it is active', async () => {
  const second = await addIntegration('Second');
  const key = await addKey(service().sql, { tenantId: 'acct', integrationId: second });
  expect(await defaultOf(service(), key)).toBe(second);
  await archive(second);
  expect(await defaultOf(service(), key)).toBeNull();
});

it('a trigger that names none takes it, and is refused with the cure where none is active', async () => {
  const { control, description, sql } = service();
  await control('/trigger', { type });
  expect(await newestEvent()).toBe(description.integrationId);
  const second = await addIntegration('Second');
  await archive(description.integrationId);

  await control('/trigger', { type });
  expect(await newestEvent()).toBe(second);

  await sql.update(integrations).set({ status: 'archived' }).where(eq(integrations.id, second));
  expect(await control('/trigger', { type })).toMatchObject({
    status: 404,
    body: { detail: 'No integration is active. Create one first.' },
  });
});

it('a tenant has its own, also for a trigger by a session that acts as it', async () => {
  const { tenantId, key, integrationId } = await provision(service());
  expect(await defaultOf(service(), key)).toBe(integrationId);
  const browser = await signIn(service());
  await browser.submit('/login/tenant', { tenantId, csrf: browser.csrf() });
  expect((await browser.send('GET', '/v1/account')).body).toMatchObject({
    id: tenantId,
    defaultIntegrationId: integrationId,
  });

  const trigger = { body: { type }, csrf: browser.csrf(tenantId) };
  expect((await browser.send('POST', '/_sandbox/trigger', trigger)).status).toBe(201);

  expect(await newestEvent(key)).toBe(integrationId);
  expect(await newestEvent()).toBeUndefined();
});

it('the endpoint of --forward-to belongs to it, also after the demo integration was archived', async () => {
  const { sql, close } = await borrowMemoryDatabase();
  onTestFinished(() => close());
  await createClock(sql, { mode: 'real', now: new Date() });
  const urls = { origin: '', file: () => '', hosted: () => '' };
  const run = commandRunner(transactOn(sql), randomIdentity(), urls);
  const endpoint = { url: 'http://localhost:3000/webhooks', inProcess: false };
  const start = () =>
    run((command) => prepareState(command, {}, endpoint, { operations: [], jobs: {} }));
  const { integrationId: demo } = await start();
  const [row] = await sql.select().from(integrations).where(eq(integrations.id, demo));
  if (!row) throw new Error('The demo integration is not there.');
  const { seq: _seq, ...columns } = row;
  await sql.insert(integrations).values({ ...columns, id: 'int_second', slug: 'second' });
  await sql.update(integrations).set({ status: 'archived' }).where(eq(integrations.id, demo));

  const { integrationId, endpoints } = await start();

  expect(integrationId).toBe('int_second');
  expect(endpoints).toMatchObject([{ url: endpoint.url, integrationId: 'int_second' }]);
  const owned = eq(webhookEndpoints.integrationId, 'int_second');
  expect(await sql.$count(webhookEndpoints, owned)).toBe(1);
});
