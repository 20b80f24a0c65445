import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { webhookDeliveries } from '../../../../../src/service/db/schema/index.js';
import { limits } from '../../../../../src/service/limits/limits.js';
import { follow } from '../../../../support/follow.js';
import { createEndpoint, deliveryOf, order } from '../../../../support/orders.js';
import { recordsOf, sharedService } from '../../../../support/service.js';

type Json = Readonly<Record<string, unknown>>;

let status = 500;
const service = sharedService(async () => new Response(null, { status }));
const advance = (by: string) => service().control('/clock', { advance: by });
const settle = () => service().control('/clock', { settle: true });
const ownId = () => service().description.endpoints[0]?.id ?? '';
const START = '2026-01-01T00:00:00.000Z';

beforeEach(() => {
  status = 500;
});

const failures = async (query = ''): Promise<readonly Json[]> =>
  recordsOf((await service().send('GET', `/v1/webhook-deliveries/failures${query}`))['failures']);

/** Orders a verification whose delivery has failed, after all attempts. */
async function failed(answer: number): Promise<string> {
  status = answer;
  const id = await order(service(), {});
  await advance('15m');
  const { delivery } = await deliveryOf(service(), id);
  expect(delivery).toMatchObject({ status: 'failed' });
  return String(delivery['id']);
}

describe('deliveries that have not arrived', () => {
  it('are grouped by endpoint and cause, and listed by it', async () => {
    const { id: refusing } = await createEndpoint(service(), 'http://localhost:9/hooks');
    const first = await order(service(), {});
    await advance('15m');
    status = 404;
    const second = await order(service(), {});
    await settle();
    const group = { failed: 0, retrying: 0, complete: true };
    const now = '2026-01-01T00:15:00.000Z';
    expect(await failures()).toEqual([
      {
        ...group,
        endpointId: refusing,
        cause: {
          code: 'connection_refused',
          message: 'The connection was refused: nothing listens there.',
          host: 'localhost',
          port: 9,
          status: null,
          location: null,
          retryAfterSeconds: null,
          fault: null,
        },
        deliveries: 2,
        failed: 1,
        retrying: 1,
        since: START,
        lastFailedAt: now,
        oldestCreatedAt: START,
        lastDeliveryId: await deliveryAt(second, refusing),
      },
      expect.objectContaining({
        ...group,
        endpointId: ownId(),
        cause: expect.objectContaining({ code: 'not_found', status: 404 }),
        deliveries: 1,
        retrying: 1,
        since: now,
        lastDeliveryId: await deliveryAt(second, ownId()),
      }),
      expect.objectContaining({
        ...group,
        endpointId: ownId(),
        cause: expect.objectContaining({ code: 'server_error', status: 500 }),
        deliveries: 1,
        failed: 1,
        since: START,
        lastDeliveryId: await deliveryAt(first, ownId()),
      }),
    ]);
    for (const { endpointId, cause, deliveries } of await failures()) {
      const { code } = Object(cause);
      const listed = await service().list(
        `/v1/webhook-deliveries?endpointId=${endpointId}&cause=${code}`,
      );
      expect(listed.map((one) => one['cause'])).toEqual(Array(deliveries).fill(code));
      expect(
        await service().list(`/v1/webhook-endpoints/${endpointId}/deliveries?cause=${code}`),
      ).toEqual(listed);
    }
    const counts = async (query: string) =>
      (await failures(query)).map(({ deliveries }) => deliveries);
    expect(await counts(`?endpointId=${ownId()}`)).toEqual([1, 1]);
    expect(await counts('?endpointId=we_none')).toEqual([]);
    expect(await counts(`?createdAfter=${START}`)).toEqual([1, 1]);
    expect(await counts(`?createdBefore=${now}`)).toEqual([1, 1]);
  });

  async function deliveryAt(subjectId: string, endpointId: string): Promise<unknown> {
    const found = await service().list(
      `/v1/webhook-deliveries?subjectId=${subjectId}&endpointId=${endpointId}`,
    );
    return found[0]?.['id'];
  }

  it('keep their cause during another attempt, and since when while it is the same', async () => {
    const id = await order(service(), {});
    await settle();
    const row = async () => (await service().sql.select().from(webhookDeliveries))[0];
    expect(await row()).toMatchObject({ cause: 'server_error', failingSince: new Date(START) });
    await advance('1m');
    const second = new Date('2026-01-01T00:01:00Z');
    expect(await row()).toMatchObject({ failingSince: new Date(START), failedAt: second });
    status = 401;
    await advance('5m');
    const { failedAt } = (await row()) ?? {};
    expect(failedAt).not.toEqual(second);
    expect(await row()).toMatchObject({ cause: 'unauthorized', failingSince: failedAt });
    status = 204;
    await advance('15m');
    expect((await deliveryOf(service(), id)).delivery).toMatchObject({
      status: 'succeeded',
      cause: null,
    });
    expect(await row()).toMatchObject({ cause: null, failingSince: null, failedAt: null });
    expect(await failures()).toEqual([]);
  });

  it('a success stays one when its replay fails', async () => {
    status = 204;
    const id = await order(service(), {});
    await settle();
    const { delivery } = await deliveryOf(service(), id);
    status = 500;
    await service().send('POST', `/v1/webhook-deliveries/${delivery['id']}/replay`);
    await settle();
    expect((await deliveryOf(service(), id)).delivery).toMatchObject({
      status: 'succeeded',
      cause: null,
    });
  });

  it.each(['held', 'retrying'])('are none of them when they are canceled: %s', async (before) => {
    await order(service(), {});
    await settle();
    const path = `/v1/webhook-endpoints/${ownId()}`;
    if (before === 'held') {
      await service().send('POST', `${path}/pause`);
      expect(await failures()).toMatchObject([{ deliveries: 1, failed: 0, retrying: 0 }]);
      await service().send('POST', `${path}/resume`, { discard: true });
    } else await service().send('DELETE', path);
    await settle();
    const [row] = await service().sql.select().from(webhookDeliveries);
    expect(row).toMatchObject({ status: 'canceled', cause: null, failingSince: null });
    expect(await failures()).toEqual([]);
  });

  it('of an endpoint that was deleted are in no group: nothing replays them', async () => {
    await failed(500);
    await service().send('DELETE', `/v1/webhook-endpoints/${ownId()}`);
    expect(await failures()).toEqual([]);
    expect(await service().list('/v1/webhook-deliveries?cause=server_error')).toHaveLength(1);
  });

  it('are counted up to a bound, and the group says so', async () => {
    const id = await failed(500);
    const { sql } = service();
    const [row] = await sql.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
    if (!row) throw new Error('There is no delivery.');
    const { seq: _, ...columns } = row;
    const { most } = limits.countedFailures;
    const copies = Array.from({ length: most - 1 }, (_one, n) => ({
      ...columns,
      id: `dlv_copy_${n}`,
      failedAt: new Date(START),
    }));
    await sql.insert(webhookDeliveries).values(copies.slice(1));
    expect(await failures()).toMatchObject([{ deliveries: most - 1, complete: true }]);
    await sql.insert(webhookDeliveries).values(copies.slice(0, 1));
    expect(await failures()).toMatchObject([{ deliveries: most, complete: false }]);
  });

  it('are in the stream as they were then', async () => {
    await order(service(), {});
    await settle();
    status = 204;
    await advance('15m');
    const stream = await follow(service(), { lastEventId: '0-0' });
    const changes = (await stream.take(5)).map(({ data }) => {
      const shown = Object(data);
      return [shown.status, shown.cause];
    });
    await stream.leave();
    expect(changes).toEqual([
      ['scheduled', null],
      ['delivering', null],
      ['retrying', 'server_error'],
      ['delivering', 'server_error'],
      ['succeeded', null],
    ]);
  });
});

it('a recovery replays those of a cause: one first, then the rest', async () => {
  const ids = [await failed(404), await failed(404)];
  await failed(500);
  status = 204;
  const [group] = await failures('?createdAfter=2025-12-31T00:00:00Z');
  expect(group).toMatchObject({ cause: { code: 'not_found' }, failed: 2, oldestCreatedAt: START });
  await service().send('POST', `/v1/webhook-deliveries/${group?.['lastDeliveryId']}/replay`);
  await settle();
  expect(await failures()).toMatchObject([{ failed: 1 }, { failed: 1 }]);
  const recovered = await service().send('POST', `/v1/webhook-endpoints/${ownId()}/recover`, {
    since: group?.['oldestCreatedAt'],
    cause: 'not_found',
  });
  expect(recovered).toMatchObject({ found: 1, retrying: 0 });
  await settle();
  expect(await failures()).toMatchObject([{ cause: { code: 'server_error' } }]);
  const succeeded = await service().list('/v1/webhook-deliveries?status=succeeded');
  expect(succeeded.map(({ id }) => id).sort()).toEqual(ids.sort());
});
