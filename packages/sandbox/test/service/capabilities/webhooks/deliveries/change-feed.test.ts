import { expect, it, onTestFinished, vi } from 'vitest';
import * as schema from '../../../../../src/service/db/schema/index.js';
import { type Followed, follow } from '../../../../support/follow.js';
import { addKey } from '../../../../support/keys.js';
import { borrowMemoryDatabase } from '../../../../support/open-test-database.js';
import { provision } from '../../../../support/provision.js';
import { startTestService, type TestService } from '../../../../support/service.js';

const TEST = { eventType: 'document_verification.completed' };

/** Starts a service, and counts its statements outside of transactions. */
async function start() {
  const database = await borrowMemoryDatabase();
  const query = vi.spyOn(database.pglite, 'query');
  const service = await startTestService(
    { forwardTo: 'http://127.0.0.1:9/' },
    { openDatabase: async () => database },
  );
  // Freezes time, because a key is cached for a second, and a machine may be slow.
  let time = Math.ceil(performance.now());
  const now = vi.spyOn(performance, 'now').mockImplementation(() => time);
  onTestFinished(() => {
    now.mockRestore();
    return service.close();
  });
  return {
    service,
    passSecond() {
      time += 1000;
    },
    /** The number of runs of each statement since the last call. */
    takeCounts() {
      const texts = query.mock.calls.map(([text]) => text);
      query.mockClear();
      const count = (part: string) => texts.filter((text) => text.includes(part)).length;
      return {
        ends: count('pg_snapshot_xmax'),
        changes: count('from "webhook_delivery_changes"'),
        keys: count('from "api_keys"'),
      };
    },
  };
}

/** Commits one change of one delivery. */
async function commitChange({ send, description }: TestService): Promise<unknown> {
  const path = `/v1/webhook-endpoints/${description.endpoints[0]?.id}/test`;
  return (await send('POST', path, TEST))['id'];
}

const idsOf = async (stream: Followed, count: number) =>
  (await stream.take(count)).map(({ data }) => data['id']);

it.each([1, 25])('a commit is read once for %i streams', async (streams) => {
  const { service, takeCounts, passSecond } = await start();
  const { integrationId } = service.description;
  const all: Followed[] = [];
  for (let at = 0; at < streams; at += 1) {
    const [tenantId, key] = [
      `ten_${at}`,
      { tenantId: 'acct', integrationId: at % 2 ? integrationId : null },
    ];
    all.push(await follow(service, { key: await addKey(service.sql, key) }));
    // A stream of another tenant, which gets nothing.
    await follow(service, { key: await addKey(service.sql, { tenantId, integrationId: null }) });
  }
  const first = await commitChange(service);
  for (const stream of all) expect(await idsOf(stream, 1)).toEqual([first]);
  takeCounts();
  for (let commit = 0; commit < 3; commit += 1) {
    passSecond();
    const id = await commitChange(service);
    for (const stream of all) expect(await idsOf(stream, 1)).toEqual([id]);
    // Keys are read once for the request that commits, and once for all streams.
    expect(takeCounts()).toEqual({ ends: 1, changes: 1, keys: 2 });
  }
});

it('each stream gets its share of the common read', async () => {
  const { service } = await start();
  const { integrationId: ownId } = service.description;
  const { key: tenantKey } = await provision(service);
  const tenant = { key: tenantKey };
  const url = 'http://127.0.0.1:9/';
  const eventTypes = [TEST.eventType];
  const makeEndpoint = async (name: string, options = {}) => {
    const { id: integrationId } = await service.send('POST', '/v1/integrations', { name }, options);
    const body = { url, integrationId, eventTypes };
    const { id } = await service.send('POST', '/v1/webhook-endpoints', body, options);
    return { id, integrationId: String(integrationId) };
  };
  const other = await makeEndpoint('Other');
  const theirs = await makeEndpoint('Theirs', tenant);
  const bound = (integrationId: string) => addKey(service.sql, { tenantId: 'acct', integrationId });
  const own = service.description.endpoints[0]?.id;
  const viewers: readonly Parameters<typeof follow>[1][] = [
    {},
    { query: `?endpointId=${other.id}` },
    { query: '?status=failed' },
    { query: '?eventType=report.completed' },
    { key: await bound(ownId) },
    { key: await bound(other.integrationId) },
    tenant,
  ];
  const streams = await Promise.all(viewers.map((options) => follow(service, options)));
  const expected = [[own, other.id], [other.id], [], [], [own], [other.id], [theirs.id]];
  for (const [id, options] of [
    [own, {}],
    [theirs.id, tenant],
    [other.id, {}],
  ]) {
    await service.send('POST', `/v1/webhook-endpoints/${id}/test`, TEST, Object(options));
  }
  for (const [at, stream] of streams.entries()) {
    const wanted = expected[at] ?? [];
    const events = await stream.take(wanted.length);
    expect(events.map(({ data }) => data['endpointId'])).toEqual(wanted);
  }
  // The next events of each stream are its own too.
  await service.send('POST', `/v1/webhook-endpoints/${other.id}/test`, TEST);
  await service.send('POST', `/v1/webhook-endpoints/${own}/test`, TEST);
  await service.send('POST', `/v1/webhook-endpoints/${theirs.id}/test`, TEST, tenant);
  for (const [at, endpointId] of [
    other.id,
    other.id,
    null,
    null,
    own,
    other.id,
    theirs.id,
  ].entries()) {
    if (endpointId === null) continue;
    expect(await streams[at]?.take(1)).toMatchObject([{ data: { endpointId } }]);
  }
  // A stream that starts late, and reads alone, gets the same.
  const all = [[own, other.id, other.id, own], [other.id, other.id], [], []];
  all.push([own, own], [other.id, other.id], [theirs.id, theirs.id]);
  for (const [at, options] of viewers.entries()) {
    const wanted = all[at] ?? [];
    const late = await follow(service, { ...options, lastEventId: '0-0' });
    const events = await late.take(wanted.length);
    expect(events.map(({ data }) => data['endpointId'])).toEqual(wanted);
    await late.leave();
  }
});

it('streams get more than one batch in one commit, each change once', async () => {
  const { service } = await start();
  const streams = await Promise.all([follow(service), follow(service), follow(service)]);
  const id = await commitChange(service);
  for (const stream of streams) await stream.take(1);
  const [row] = await service.sql.select().from(schema.webhookDeliveries);
  if (!row) throw new Error('There is no delivery.');
  const { seq: _seq, ...delivery } = row;
  const copies = Array.from({ length: 120 }, (_, index) => ({ ...delivery, id: `dlv_${index}` }));
  await service.sql.insert(schema.webhookDeliveries).values(copies);
  const last = await commitChange(service);
  const wanted = [...copies.map((copy) => copy.id), last];
  for (const stream of streams) expect(await idsOf(stream, 121)).toEqual(wanted);
  expect(wanted).not.toContain(id);
});

it('a stream that is behind catches up, and is then told with the others', async () => {
  const { service, takeCounts } = await start();
  const live = await follow(service);
  const ids = [await commitChange(service), await commitChange(service)];
  const [first] = await live.take(2);
  const late = await follow(service, { lastEventId: first?.id ?? '' });
  expect(await idsOf(late, 1)).toEqual([ids[1]]);
  const third = await commitChange(service);
  for (const stream of [live, late]) expect(await idsOf(stream, 1)).toEqual([third]);
  takeCounts();
  const fourth = await commitChange(service);
  for (const stream of [live, late]) expect(await idsOf(stream, 1)).toEqual([fourth]);
  expect(takeCounts()).toMatchObject({ ends: 1, changes: 1 });
});
