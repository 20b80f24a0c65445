import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliveryStatuses } from '../../../../../src/service/capabilities/webhooks/delivery-records.js';
import { webhookDeliveries } from '../../../../../src/service/db/schema/index.js';
import { piecesOf } from '../../../../../src/service/kernel/lists.js';
import { limits } from '../../../../../src/service/limits/limits.js';
import { createEndpoint, order } from '../../../../support/orders.js';
import { sharedService } from '../../../../support/service.js';

type Json = Readonly<Record<string, unknown>>;
type Bucket = Readonly<Record<'start' | 'total', unknown>>;

const service = sharedService(async (request) => {
  const { type } = await request.json();
  return new Response(null, { status: type === 'document_verification.failed' ? 500 : 200 });
});
const path = '/v1/webhook-deliveries/statistics';
const none = {
  scheduled: 0,
  delivering: 0,
  retrying: 0,
  succeeded: 0,
  failed: 0,
  held: 0,
  canceled: 0,
};
const advance = (by: string) => service().control('/clock', { advance: by });

async function statistics(query: Json = {}): Promise<Json> {
  const parameters = new URLSearchParams(Object.entries(query).map(([n, v]) => [n, String(v)]));
  return service().send('GET', `${path}?${parameters}`);
}

function bucketsOf({ buckets }: Json): readonly Bucket[] {
  return Array.isArray(buckets) ? buckets : [];
}

const filled = (body: Json) => bucketsOf(body).filter(({ total }) => total !== 0);

it('of nothing is zero, over the last 24 hours', async () => {
  const body = await statistics();
  expect(body).toMatchObject({
    from: '2025-12-31T00:00:00.000Z',
    to: '2026-01-01T00:00:00.000Z',
    bucketSeconds: 3600,
    total: 0,
    byStatus: none,
    complete: true,
  });
  const starts = bucketsOf(body).map(({ start }) => start);
  expect(starts).toHaveLength(25);
  expect([starts[0], starts[24]]).toEqual(['2025-12-31T00:00:00.000Z', '2026-01-01T00:00:00.000Z']);
});

describe('of a history', () => {
  let secondEndpoint = '';

  // At 00:00 one is confirmed, at 01:00 one fails permanently, and at 02:30 one is confirmed for two endpoints, one paused.
  beforeEach(async () => {
    await order(service(), { licenseNumber: 'RN1234' });
    await advance('1h');
    await order(service(), { licenseNumber: 'SBX-NOTFOUND-1' });
    await advance('90m');
    secondEndpoint = (await createEndpoint(service(), 'http://localhost:9/')).id;
    await service().call('POST', `/v1/webhook-endpoints/${secondEndpoint}/pause`);
    await order(service(), { licenseNumber: 'RN1235' });
    await service().control('/clock', { settle: true });
  });

  let copies = 0;

  /** Adds copies of the failed delivery. */
  async function copyFailed(count: number): Promise<void> {
    const { sql } = service();
    const { status } = webhookDeliveries;
    const [row] = await sql.select().from(webhookDeliveries).where(eq(status, 'failed')).limit(1);
    if (!row) throw new Error('There is no failed delivery.');
    const { seq: _seq, ...copied } = row;
    const rows = Array.from({ length: count }, () => ({ ...copied, id: `dlv_${copies++}` }));
    for (const piece of piecesOf(rows, 1000)) await sql.insert(webhookDeliveries).values(piece);
  }

  const at = (start: string, total: number, byStatus: Partial<typeof none>) => ({
    start: `2026-01-01T${start}:00.000Z`,
    total,
    ...none,
    ...byStatus,
  });

  it('counts each delivery once, by its status and in its bucket', async () => {
    const body = await statistics();
    expect(body).toMatchObject({
      from: '2025-12-31T02:30:00.000Z',
      to: '2026-01-01T02:30:00.000Z',
      bucketSeconds: 3600,
      total: 4,
      byStatus: { ...none, succeeded: 2, failed: 1, held: 1 },
    });
    expect(filled(body)).toEqual([
      at('00:00', 1, { succeeded: 1 }),
      at('01:00', 1, { failed: 1 }),
      at('02:00', 2, { succeeded: 1, held: 1 }),
    ]);
  });

  it('knows every status', async () => {
    const { sql, list } = service();
    const [delivery] = await list('/v1/webhook-deliveries');
    const id = String(delivery?.['id']);
    for (const status of deliveryStatuses) {
      await sql.update(webhookDeliveries).set({ status }).where(eq(webhookDeliveries.id, id));
      const of = Object(await statistics({ createdBefore: '2026-01-01T00:30:00Z' }));
      expect(of.byStatus).toEqual({ ...none, [status]: 1 });
      expect(filled(of)).toEqual([at('00:00', 1, { [status]: 1 })]);
    }
  });

  it('counts those of an endpoint, and none of one that is not there', async () => {
    expect(await statistics({ endpointId: secondEndpoint })).toMatchObject({
      total: 1,
      byStatus: { ...none, held: 1 },
    });
    expect(await statistics({ endpointId: 'we_none' })).toMatchObject({ total: 0, byStatus: none });
  });

  it('of all time counts each status, up to its limit', async () => {
    const countsOf = async (query = '') =>
      (await service().send('GET', `/v1/webhook-deliveries/counts${query}`))['byStatus'];
    expect(await countsOf()).toEqual({ ...none, succeeded: 2, failed: 1, held: 1 });
    expect(await countsOf(`?endpointId=${secondEndpoint}`)).toEqual({ ...none, held: 1 });
    expect(await countsOf('?endpointId=we_none')).toEqual(none);
    await copyFailed(1000);
    expect(await countsOf()).toEqual({ ...none, succeeded: 2, failed: 1000, held: 1 });
  });

  it('counts the newest deliveries only, and says so', async () => {
    const { most } = limits.countedInRange;
    // The failed delivery is older than two others.
    await copyFailed(most - 5);
    expect(await statistics()).toMatchObject({
      total: most - 1,
      byStatus: { ...none, succeeded: 2, failed: most - 4, held: 1 },
      complete: true,
    });
    await copyFailed(1);
    expect(await statistics()).toMatchObject({ total: most, complete: false });
    await copyFailed(1);
    // The oldest one succeeded.
    expect(await statistics()).toMatchObject({
      total: most,
      byStatus: { ...none, succeeded: 1, failed: most - 2, held: 1 },
      complete: false,
    });
  });

  it('leaves out the ends that are given, as lists do', async () => {
    const createdAfter = '2026-01-01T00:00:00Z';
    const createdBefore = '2026-01-01T02:30:00Z';
    for (const range of [
      { createdAfter, createdBefore },
      { createdAfter },
      { createdBefore },
      { createdAfter: '2025-12-31T23:59:59.999Z', createdBefore: '2026-01-01T02:30:00.001Z' },
    ]) {
      const listed = await service().list(
        `/v1/webhook-deliveries?${new URLSearchParams(Object.entries(range))}`,
      );
      expect((await statistics(range))['total']).toBe(listed.length);
    }
    expect((await statistics({ createdAfter, createdBefore }))['total']).toBe(1);
  });

  it('of a second', async () => {
    const range = {
      createdAfter: '2026-01-01T00:59:59.5Z',
      createdBefore: '2026-01-01T01:00:00.5Z',
    };
    const body = await statistics(range);
    expect(body).toMatchObject({ bucketSeconds: 1, total: 1 });
    expect(bucketsOf(body)).toEqual([
      { start: '2026-01-01T00:59:59.000Z', total: 0, ...none },
      at('01:00', 1, { failed: 1 }),
    ]);
  });

  it('of an empty range', async () => {
    const time = '2026-01-01T01:00:00.000Z';
    for (const [createdAfter, createdBefore] of [
      [time, time],
      [time, '2026-01-01T00:00:00.000Z'],
      [time, '2026-01-01T01:00:00.001Z'],
    ] as const) {
      expect(await statistics({ createdAfter, createdBefore })).toEqual({
        from: createdAfter,
        to: createdBefore,
        bucketSeconds: 1,
        total: 0,
        byStatus: none,
        complete: true,
        buckets: [],
      });
    }
    expect(await statistics({ createdAfter: '2027-01-01T00:00:00Z' })).toMatchObject({
      buckets: [],
    });
  });
});
