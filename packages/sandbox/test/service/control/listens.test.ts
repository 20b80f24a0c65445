import { eq } from 'drizzle-orm';
import { until } from 'screening-webhooks-test-support/until';
import { describe, expect, it } from 'vitest';
import { account } from '../../../src/service/capabilities/tenants/index.js';
import { checkListens } from '../../../src/service/capabilities/webhooks/listens.js';
import { webhookListens } from '../../../src/service/db/schema/index.js';
import { transactOn } from '../../../src/service/db/sql.js';
import { commandRunner } from '../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../src/service/kernel/identity.js';
import { follow } from '../../support/follow.js';
import { addKey } from '../../support/keys.js';
import { createEndpoint } from '../../support/orders.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
const URL = 'http://localhost:9/hooks';

async function begin(more: object = {}) {
  const { integrationId } = service().description;
  const { status, body, text } = await service().control('/listens', {
    url: URL,
    integrationId,
    ...more,
  });
  if (status !== 201) throw new Error(text);
  const endpoint: Readonly<Record<string, unknown>> = Object(body['endpoint']);
  return { id: String(body['id']), endpoint, lastEventId: String(body['lastEventId']) };
}

async function end(id: string) {
  const { url, controlToken } = service().description;
  const headers = { authorization: `Bearer ${controlToken}` };
  const response = await fetch(`${url}/_sandbox/listens/${id}`, { method: 'DELETE', headers });
  return { status: response.status, body: await response.json() };
}

const endpoints = () => service().list('/v1/webhook-endpoints');
const silenceOf = async (id: string) => {
  const [row] = await service().sql.select().from(webhookListens).where(eq(webhookListens.id, id));
  return row?.silence;
};

/** Checks as the service does every 15 seconds, and wakes the streams. */
async function look(): Promise<void> {
  const { sql } = service();
  const urls = { origin: '', file: () => '', hosted: () => '' };
  await checkListens(sql, commandRunner(transactOn(sql), randomIdentity(), urls), 0);
  await service().control('/login-links', {});
}

describe('a listen', () => {
  it('keeps its endpoint while a stream of it is open, however often the service looks', async () => {
    const open = await begin();
    const stream = await follow(service(), { query: `?listenId=${open.id}` });
    const dead = await begin({ url: 'http://localhost:9/dead' });
    for (let looks = 0; looks < 3; looks += 1) {
      await look();
      await until(async () => (await silenceOf(open.id)) === 0);
      expect(await silenceOf(dead.id)).toBe(looks + 1);
    }
    expect(await endpoints()).toHaveLength(2);
    await look();
    expect(await endpoints()).toMatchObject([{ id: open.endpoint['id'] }]);
    await stream.leave();
    // The service notices a little later that its client has left.
    await until(async () => {
      await look();
      return (await endpoints()).length === 0;
    });
  });

  it('that ends has its pending deliveries canceled', async () => {
    await begin();
    const type = 'document_verification.completed';
    await service().control('/trigger', { type });
    for (let looks = 0; looks < 4; looks += 1) await look();
    expect(await service().list('/v1/webhook-deliveries')).toMatchObject([{ status: 'canceled' }]);
    // The service is not asked to send anything.
    expect((await service().control('/clock', { drain: true })).body['ran']).toBe(0);
  });

  it('comes back to its endpoint in time, whose stream has missed nothing', async () => {
    const before = await begin();
    for (let looks = 0; looks < 3; looks += 1) await look();
    const type = 'document_verification.completed';
    await service().control('/trigger', { type });
    const after = await begin({ listenId: before.id });
    expect(after).toMatchObject({ id: before.id, endpoint: before.endpoint });
    const { lastEventId } = before;
    const stream = await follow(service(), { query: `?listenId=${before.id}`, lastEventId });
    expect(await stream.take(1)).toMatchObject([{ data: { status: 'scheduled' } }]);
    for (let looks = 0; looks < 6; looks += 1) {
      await until(async () => (await silenceOf(before.id)) === 0);
      await look();
    }
    expect(await endpoints()).toHaveLength(1);
  });

  it('that comes back too late has a new endpoint, with the secret that it names', async () => {
    const before = await begin({ secret: `whsec_sbx_${'a'.repeat(32)}` });
    await end(before.id);
    const { secret } = before.endpoint;
    const after = await begin({ listenId: before.id, secret });
    expect(after.id).not.toBe(before.id);
    expect(after.endpoint['id']).not.toBe(before.endpoint['id']);
    expect(after.endpoint).toMatchObject({ secret: `whsec_sbx_${'a'.repeat(32)}`, url: URL });
  });

  it('has the same secret each time, for the same URL', async () => {
    const first = await begin();
    await end(first.id);
    const second = await begin();
    await end(second.id);
    const other = await begin({ url: 'http://localhost:9/other' });
    const secrets = [first, second, other].map(({ endpoint }) => endpoint['secret']);
    expect(secrets[1]).toBe(secrets[0]);
    expect(secrets[2]).not.toBe(secrets[0]);
  });

  it.each([
    'http://127.0.0.1:9/hooks',
    'http://[::1]:9/hooks',
    'http://LOCALHOST.:9/hooks',
    'http://localhost:9/a/../hooks',
  ])('shares its endpoint with one for %s', async (url) => {
    const [one, other] = await Promise.all([begin(), begin({ url })]);
    expect(other.id).not.toBe(one.id);
    expect(other.endpoint['id']).toBe(one.endpoint['id']);
    const endpointId = one.endpoint['id'];
    expect(await end(one.id)).toEqual({ status: 200, body: { endpointId, deleted: false } });
    expect(await endpoints()).toHaveLength(1);
    expect(await end(other.id)).toEqual({ status: 200, body: { endpointId, deleted: true } });
    expect((await end(other.id)).status).toBe(404);
    expect(await endpoints()).toEqual([]);
  });

  it.each([
    'http://localhost:9/hooks/',
    'http://localhost:9/hooks?a=1',
    'http://localhost:90/hooks',
    'https://localhost:9/hooks',
    'http://127.0.0.2:9/hooks',
  ])('has another endpoint than one for %s', async (url) => {
    const [one, other] = [await begin(), await begin({ url })];
    expect(other.endpoint['id']).not.toBe(one.endpoint['id']);
  });

  it('of those that end at once, the last deletes the endpoint', async () => {
    for (let round = 0; round < 10; round += 1) {
      const begun = await Promise.all([begin(), begin(), begin()]);
      await Promise.all(begun.map(({ id }) => end(id)));
      expect(await endpoints()).toEqual([]);
    }
  });

  it('uses an existing endpoint, and keeps it', async () => {
    const { id, secret } = await createEndpoint(service(), URL);
    const { body } = await service().control('/listens', {
      url: 'http://127.0.0.1:9/hooks',
      integrationId: service().description.integrationId,
      eventTypes: ['document_verification.failed'],
    });
    expect(body).toMatchObject({ stays: true, endpoint: { id, secret, url: URL } });
    expect(Object(body['endpoint']).eventTypes).toHaveLength(3);
    expect(await end(String(body['id']))).toMatchObject({ body: { deleted: false } });
    expect(await endpoints()).toHaveLength(1);
  });

  it('is refused when its endpoint was deleted by hand, or when there are too many', async () => {
    const { id, endpoint } = await begin();
    const stream = await follow(service(), { query: `?listenId=${id}` });
    await service().call('DELETE', `/v1/webhook-endpoints/${endpoint['id']}`);
    await stream.ended();
    const { integrationId } = service().description;
    const wanted = { url: URL, integrationId, listenId: id };
    expect(await service().control('/listens', wanted)).toMatchObject({
      status: 409,
      body: { detail: `The endpoint ${endpoint['id']} was deleted.` },
    });
    const path = '/v1/webhook-deliveries/stream?listenId=';
    expect((await service().call('GET', path + id)).status).toBe(409);
    for (let count = 1; count < 50; count += 1) await begin();
    await expect(begin()).rejects.toThrow('The tenant has 50 listens. End one of them.');
  });

  it('is found by the keys that may see its endpoint only', async () => {
    const { id } = await begin();
    const path = `/v1/webhook-deliveries/stream?listenId=${id}`;
    expect((await service().call('GET', path)).status).toBe(200);
    const other = await service().send('POST', '/v1/integrations', { name: 'Other' });
    const { tenantId } = account;
    for (const scope of [
      { tenantId, integrationId: String(other['id']) },
      { tenantId: 'ten_other', integrationId: null },
    ]) {
      const key = await addKey(service().sql, scope);
      expect((await service().call('GET', path, undefined, { key })).status).toBe(404);
    }
  });

  it.each([
    [{ url: 'http://10.0.0.1/' }, 422, 'url_not_allowed'],
    [{ eventTypes: ['report.completed'] }, 422, 'event_type'],
    [{ integrationId: 'int_nobodys' }, 404, 'resource_not_found'],
    [{ secret: 'whsec_of_somebody' }, 422, 'must be a signing secret of this service'],
  ])('is refused with %j', async (wrong, status, words) => {
    const { integrationId } = service().description;
    const answer = await service().control('/listens', { url: URL, integrationId, ...wrong });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(words);
    expect(await endpoints()).toEqual([]);
  });
});
