import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeFeed } from '../../../../../src/service/capabilities/webhooks/deliveries/change-feed.js';
import { deliveryStream } from '../../../../../src/service/capabilities/webhooks/deliveries/delivery-stream.js';
import {
  apiKeys,
  integrations,
  webhookDeliveries,
} from '../../../../../src/service/db/schema/index.js';
import type { StreamContext } from '../../../../../src/service/http/operation.js';
import { CommitSignal } from '../../../../../src/service/kernel/command.js';
import { follow } from '../../../../../test/support/follow.js';
import { addKey } from '../../../../../test/support/keys.js';
import { order } from '../../../../../test/support/orders.js';
import { problem } from '../../../../../test/support/problems.js';
import { provision } from '../../../../../test/support/provision.js';
import { startTestService } from '../../../../../test/support/service.js';
import { serviceWithSql } from '../../../../../test/support/service-with-sql.js';

let answers: number[] = [];
const { service, sql, addEndpoint } = serviceWithSql(
  async () => new Response(null, { status: answers.shift() ?? 200 }),
);
const advance = (time: string) => service().control('/clock', { advance: time });

beforeEach(() => {
  answers = [];
});

/** The changes in the stream for a delivery that fails once, and is replayed after its success. */
async function sevenChanges(): Promise<unknown> {
  answers = [500, 200, 500];
  await order(service(), {});
  await advance('1m');
  const [{ id } = {}] = await service().list('/v1/webhook-deliveries');
  await service().call('POST', `/v1/webhook-deliveries/${id}/replay`);
  await service().control('/clock', { settle: true });
  return id;
}

it('reports every status of a delivery, in order, with the delivery as it was then', async () => {
  const stream = await follow(service());
  const id = await sevenChanges();
  const events = await stream.take(7);
  expect(events.map(({ data }) => data)).toMatchObject([
    { id, status: 'scheduled', attemptCount: 0, nextAttemptAt: '2026-01-01T00:00:00.000Z' },
    { id, status: 'delivering', attemptCount: 1, nextAttemptAt: null },
    { id, status: 'retrying', attemptCount: 1, nextAttemptAt: '2026-01-01T00:01:00.000Z' },
    { id, status: 'delivering', attemptCount: 2, succeededAt: null },
    { id, status: 'succeeded', attemptCount: 2, succeededAt: '2026-01-01T00:01:00.000Z' },
    { id, status: 'delivering', attemptCount: 3 },
    { id, status: 'succeeded', attemptCount: 3 },
  ]);
  // Even if a change is sent after its attempt has ended.
  expect(events.map(({ data }) => Object(data).lastAttempt)).toMatchObject([
    null,
    { number: 1, state: 'started', responseStatus: null },
    { number: 1, state: 'failed', responseStatus: 500 },
    { number: 2, state: 'started', responseStatus: null },
    { number: 2, state: 'succeeded', responseStatus: 200 },
    { number: 3, state: 'started', responseStatus: null },
    { number: 3, state: 'failed', responseStatus: 500 },
  ]);
  const [shown] = await service().list('/v1/webhook-deliveries');
  expect(events.at(-1)?.data).toEqual(shown);
});

it('continues after the Last-Event-ID, from every point, without loss or repetition', async () => {
  const whole = await follow(service());
  await sevenChanges();
  const all = await whole.take(7);
  const ids = [whole.startId, ...all.map(({ id }) => id)];
  expect(new Set(ids).size).toBe(8);
  for (const [seen, lastEventId] of ids.entries()) {
    const resumed = await follow(service(), { lastEventId });
    expect(await resumed.take(7 - seen)).toEqual(all.slice(seen));
    expect(resumed.startId).toBe(lastEventId);
    await resumed.leave();
  }
});

it('without a Last-Event-ID, reports changes from now on', async () => {
  await sevenChanges();
  const stream = await follow(service());
  const id = await order(service(), {});
  await service().control('/clock', { settle: true });
  const [delivery] = await service().list(`/v1/webhook-deliveries?subjectId=${id}`);
  expect(await stream.take(1)).toMatchObject([
    { data: { id: delivery?.['id'], status: 'scheduled' } },
  ]);
});

it('takes more changes than one batch, each once', async () => {
  const before = await follow(service());
  await sevenChanges();
  const last = (await before.take(7)).at(-1)?.id ?? '';
  const [row] = await sql().select().from(webhookDeliveries);
  if (!row) throw new Error('There is no delivery.');
  const { seq: _seq, ...delivery } = row;
  const copies = Array.from({ length: 250 }, (_, index) => ({ ...delivery, id: `dlv_${index}` }));
  await sql().insert(webhookDeliveries).values(copies);
  const stream = await follow(service(), { lastEventId: last });
  const events = await stream.take(250);
  expect(events.map(({ data }) => data['id'])).toEqual(copies.map(({ id }) => id));
});

it.each([
  ['status=succeeded', { status: 'succeeded' }, 3],
  ['eventType=document_verification.failed', { eventType: 'document_verification.failed' }, 3],
  ['endpointId=we_second', { endpointId: 'we_second' }, 3],
  ['endpointId=we_second&status=delivering', { endpointId: 'we_second', status: 'delivering' }, 1],
])('filters by %s', async (query, wanted, count) => {
  await addEndpoint({ id: 'we_second', eventTypes: ['document_verification.completed'] });
  const stream = await follow(service(), { query: `?${query}` });
  await order(service(), { licenseNumber: 'SBX-NOTFOUND-1' });
  await order(service(), {});
  await service().control('/clock', { settle: true });
  const events = await stream.take(count);
  expect(events.map(({ data }) => data)).toMatchObject(events.map(() => wanted));
  // A stream that begins later has the same changes.
  await order(service(), { licenseNumber: 'SBX-NOTFOUND-1' });
  await order(service(), {});
  await service().control('/clock', { settle: true });
  const again = await follow(service(), { query: `?${query}`, lastEventId: '0-0' });
  const all = await again.take(2 * count);
  expect(all.slice(0, count)).toEqual(events);
  expect(await stream.take(count)).toEqual(all.slice(count));
});

it('ends when its key is revoked', async () => {
  const [demo] = await sql().select().from(integrations).orderBy(integrations.seq);
  const scope = { tenantId: demo?.tenantId ?? '', integrationId: null };
  const key = await addKey(sql(), scope);
  const stream = await follow(service(), { key });
  await sql()
    .update(apiKeys)
    .set({ revokedAt: new Date() })
    .where(and(eq(apiKeys.last4, key.slice(-4)), eq(apiKeys.label, 'Test')));
  await order(service(), {});
  await service().control('/clock', { settle: true });
  await expect(stream.take(1)).rejects.toThrow('ended after 0 events');
});

it('ends when its tenant is suspended', async () => {
  const { tenantId, key } = await provision(service());
  const stream = await follow(service(), { key });
  await service().call('POST', `/v1/partner/tenants/${tenantId}/suspend`);
  await order(service(), {});
  await service().control('/clock', { settle: true });
  await expect(stream.take(1)).rejects.toThrow('ended after 0 events');
});

it('continues with the first change after a reset', async () => {
  const stream = await follow(service());
  await sevenChanges();
  // A reset deletes unread changes.
  await stream.take(7);
  await service().control('/reset', {});
  await order(service(), {});
  await service().control('/clock', { settle: true });
  const events = await stream.take(2);
  expect(events.map(({ data }) => data['status'])).toEqual(['scheduled', 'delivering']);
});

it('begins anew for a client of an earlier start, whose last event is not there any more', async () => {
  const before = await follow(service());
  await sevenChanges();
  const all = await before.take(7);
  const stream = await follow(service(), { lastEventId: '999999999-1' });
  expect(await stream.take(7)).toEqual(all);
});

it('ends when the service closes', async () => {
  const own = await startTestService();
  const stream = await follow(own);
  await own.close();
  await stream.ended();
});

it.each([
  ['Last-Event-ID', '', { headers: { 'last-event-id': 'x' } }, 400, 'parameter_invalid'],
  ['parameter', '?limit=1', {}, 400, 'parameter_unknown'],
  ['status', '?status=lost', {}, 400, 'parameter_invalid'],
  ['key', '', { key: 'none' }, 401, 'api_key_invalid'],
])('refuses an unknown %s', async (_name, query, options, status, code) => {
  const path = `/v1/webhook-deliveries/stream${query}`;
  const refused = await service().call('GET', path, undefined, options);
  expect(refused).toMatchObject(problem(status, code));
});

describe('a stream', () => {
  /** Opens a stream that counts its reads of changes. */
  async function open(options = {}) {
    const commits = new CommitSignal();
    const isAuthorized = vi.fn(async () => true);
    const [demo] = await sql().select().from(integrations).orderBy(integrations.seq);
    const context: StreamContext = {
      sql: sql(),
      scope: { tenantId: demo?.tenantId ?? '', integrationId: null },
      now: new Date(),
      urls: { origin: '', file: () => '', hosted: () => '' },
      previewEvents: false,
      lastEventId: '0-0',
      commits,
      isAuthorized,
      onError: (error) => {
        throw error;
      },
    };
    const stream = await deliveryStream({}, context, changeFeed(), options);
    return { commits, looks: isAuthorized, reader: stream.getReader() };
  }
  const textOf = ({ value }: { value?: Uint8Array | undefined }) => new TextDecoder().decode(value);

  afterEach(() => {
    vi.useRealTimers();
  });

  it('reads no more than one batch ahead of a slow reader', async () => {
    await sevenChanges();
    const { commits, looks, reader } = await open();
    for (let commit = 0; commit < 100; commit += 1) commits.notify();
    expect(looks).toHaveBeenCalledTimes(0);
    expect(textOf(await reader.read())).toBe('id: 0-0\n\n');
    await vi.waitFor(() => expect(looks).toHaveBeenCalledTimes(1));
    const text = textOf(await reader.read());
    expect(text.match(/^data: /gm)).toHaveLength(7);
    await reader.cancel();
  });

  it('stops looking when its reader has gone', async () => {
    const { commits, looks, reader } = await open();
    await reader.read();
    await vi.waitFor(() => expect(looks).toHaveBeenCalledTimes(1));
    await reader.cancel();
    commits.notify();
    await sql().select().from(integrations);
    expect(looks).toHaveBeenCalledTimes(1);
  });

  it('with positions, each id without a delivery is an event', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { reader } = await open({ positions: true });
    const position = /^id: \d+-0\nevent: position\ndata:\n\n$/;
    expect(textOf(await reader.read())).toMatch(position);
    const next = reader.read();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(textOf(await next).replace(': heartbeat\n', '')).toMatch(position);
    await reader.cancel();
  });

  it('sends a heartbeat after 15 seconds without a change, and continues', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { commits, reader } = await open();
    expect(textOf(await reader.read())).toBe('id: 0-0\n\n');
    const next = reader.read();
    for (let second = 0; second < 20; second += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      // Commits that change no delivery do not delay the heartbeat.
      commits.notify();
    }
    expect(textOf(await next)).toMatch(/^: heartbeat\nid: \d+-0\n\n$/);
    vi.useRealTimers();
    await order(service(), {});
    await service().control('/clock', { settle: true });
    commits.notify();
    // After the switch of timers, another heartbeat may be due.
    let text = textOf(await reader.read());
    while (text.startsWith(': heartbeat')) text = textOf(await reader.read());
    expect(text).toContain('"status":"scheduled"');
    await reader.cancel();
  });

  it('ends with the service, also while it waits', async () => {
    const { commits, looks, reader } = await open();
    await reader.read();
    const next = reader.read();
    await vi.waitFor(() => expect(looks).toHaveBeenCalledTimes(1));
    commits.close();
    expect(await next).toMatchObject({ done: true });
  });
});
