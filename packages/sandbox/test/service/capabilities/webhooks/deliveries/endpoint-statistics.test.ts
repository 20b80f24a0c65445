import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { webhookAttempts, webhookDeliveries } from '../../../../../src/service/db/schema/index.js';
import { limits } from '../../../../../src/service/limits/limits.js';
import { createEndpoint, deliveryOf, order } from '../../../../support/orders.js';
import { sharedService } from '../../../../support/service.js';

const service = sharedService(async (request) => {
  const { type } = await request.json();
  return new Response(null, { status: type === 'document_verification.failed' ? 500 : 200 });
});
const advance = (by: string) => service().control('/clock', { advance: by });
const settle = () => service().control('/clock', { settle: true });
const noAnswers = {
  byResponse: { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, none: 0 },
  medianResponseMs: null,
  p95ResponseMs: null,
};
const nothing = {
  deliveries: 0,
  failed: 0,
  attempts: 0,
  acknowledged: 0,
  ...noAnswers,
  complete: true,
};

function ownEndpoint(): string {
  const [endpoint] = service().description.endpoints;
  if (!endpoint) throw new Error('The service has no endpoint.');
  return endpoint.id;
}

const statistics = (id = ownEndpoint()) =>
  service().send('GET', `/v1/webhook-endpoints/${id}/statistics`);

/** Sets the durations of a delivery's attempts, in order. */
async function took(deliveryId: unknown, ...durations: readonly number[]): Promise<void> {
  const { sql } = service();
  const attempts = await sql
    .select({ id: webhookAttempts.id })
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, String(deliveryId)))
    .orderBy(webhookAttempts.number);
  expect(attempts).toHaveLength(durations.length);
  for (const [index, { id }] of attempts.entries()) {
    await sql
      .update(webhookAttempts)
      .set({ durationMs: durations[index] ?? null })
      .where(eq(webhookAttempts.id, id));
  }
}

it('of an endpoint without attempts: zeros, and no time', async () => {
  const { id } = await createEndpoint(service(), 'http://localhost:9/');
  const emptyFrom = (from: string, bucketSeconds: number, count: number) => ({
    from,
    ...nothing,
    bucketSeconds,
    buckets: Array.from({ length: count }, (_, index) => ({
      start: new Date(Date.parse(from) + index * bucketSeconds * 1000).toISOString(),
      ...noAnswers,
    })),
  });
  expect(await statistics(id)).toEqual({
    endpointId: id,
    to: '2026-01-01T00:00:00.000Z',
    last24Hours: emptyFrom('2025-12-31T00:00:00.000Z', 3600, 25),
    last7Days: emptyFrom('2025-12-25T00:00:00.000Z', 6 * 3600, 29),
    last30Days: emptyFrom('2025-12-02T00:00:00.000Z', 24 * 3600, 31),
  });
});

it('covers the last 24 hours, 7 days and 30 days, by creation time of the deliveries', async () => {
  const refused = await order(service(), { licenseNumber: 'SBX-NOTFOUND-1' });
  await advance('1h');
  const accepted = await order(service(), { licenseNumber: 'RN1234' });
  await settle();
  await took((await deliveryOf(service(), refused)).delivery['id'], 500, 400, 300, 200, 100);
  await took((await deliveryOf(service(), accepted)).delivery['id'], 40);
  const first = {
    deliveries: 2,
    failed: 1,
    attempts: 6,
    acknowledged: 1,
    medianResponseMs: 200,
    p95ResponseMs: 500,
    complete: true,
  };
  expect(await statistics()).toMatchObject({
    last24Hours: first,
    last7Days: first,
    last30Days: first,
  });

  // Exactly 24 hours later, the first is outside the period, and the second is not.
  await advance('23h');
  const second = { deliveries: 1, failed: 0, attempts: 1, acknowledged: 1, p95ResponseMs: 40 };
  expect(await statistics()).toMatchObject({ last24Hours: second, last7Days: first });
  await advance('1h');
  expect(await statistics()).toMatchObject({ last24Hours: nothing, last7Days: first });
  await advance('6d');
  expect(await statistics()).toMatchObject({
    last24Hours: nothing,
    last7Days: nothing,
    last30Days: first,
  });
  await advance('23d');
  expect(await statistics()).toMatchObject({ last30Days: nothing });
});

it('tells in each part of the time how the attempts were answered, and how fast', async () => {
  const refused = await order(service(), { licenseNumber: 'SBX-NOTFOUND-1' });
  await advance('90m');
  const accepted = await order(service(), { licenseNumber: 'RN1234' });
  await settle();
  await took((await deliveryOf(service(), refused)).delivery['id'], 500, 400, 300, 200, 100);
  await took((await deliveryOf(service(), accepted)).delivery['id'], 40);
  const { sql } = service();
  for (const [number, responseStatus] of [301, 404, null, 999].entries()) {
    await sql
      .update(webhookAttempts)
      .set({ responseStatus })
      .where(and(eq(webhookAttempts.number, number + 1), eq(webhookAttempts.state, 'failed')));
  }
  const { last24Hours, last7Days } = await statistics();
  const at = (
    start: string,
    byResponse: object,
    medianResponseMs: number,
    p95ResponseMs: number,
  ) => ({
    start,
    byResponse: { ...noAnswers.byResponse, ...byResponse },
    medianResponseMs,
    p95ResponseMs,
  });
  const failed = { '3xx': 1, '4xx': 1, '5xx': 2, none: 1 };
  expect(filledIn(last24Hours)).toEqual([
    at('2026-01-01T00:00:00.000Z', failed, 200, 500),
    at('2026-01-01T01:00:00.000Z', { '2xx': 1 }, 40, 40),
  ]);
  const whole = at('2026-01-01T00:00:00.000Z', { ...failed, '2xx': 1 }, 200, 500);
  expect(filledIn(last7Days)).toEqual([whole]);
  const { start: _, ...answers } = whole;
  expect(last7Days).toMatchObject({ attempts: 6, ...answers });
});

/** The buckets of a period in which an attempt was made. */
function filledIn(period: unknown): readonly unknown[] {
  const { buckets } = Object(period);
  return buckets.filter(({ byResponse }: { byResponse: Readonly<Record<string, number>> }) =>
    Object.values(byResponse).some((attempts) => attempts > 0),
  );
}

it('measures the answers, and counts neither interrupted attempts nor those that a fault adds', async () => {
  await service().control('/faults', { kind: 'duplicate_concurrent', params: { count: 3 } });
  const verification = await order(service(), { licenseNumber: 'RN1234' });
  await settle();
  const { attempts } = await deliveryOf(service(), verification);
  const own = attempts.filter(({ trigger }) => trigger !== 'fault');
  expect(attempts.length).toBeGreaterThan(own.length);
  expect(await statistics()).toMatchObject({ last24Hours: { attempts: 1, acknowledged: 1 } });

  const { sql } = service();
  const [attempt] = own;
  const change = (set: Partial<typeof webhookAttempts.$inferInsert>) =>
    sql
      .update(webhookAttempts)
      .set(set)
      .where(eq(webhookAttempts.id, String(attempt?.['id'])));
  await change({ state: 'failed', responseStatus: null, errorCode: 'timeout', durationMs: 15_000 });
  expect(await statistics()).toMatchObject({
    last24Hours: { attempts: 1, acknowledged: 0, medianResponseMs: null, p95ResponseMs: null },
  });
  await change({ state: 'interrupted' });
  expect(await statistics()).toMatchObject({ last24Hours: { deliveries: 1, attempts: 0 } });
});

it('counts the newest deliveries only, and says so', async () => {
  const verification = await order(service(), { licenseNumber: 'RN1234' });
  await settle();
  const { delivery } = await deliveryOf(service(), verification);
  const { sql } = service();
  const id = String(delivery['id']);
  const [row] = await sql.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
  if (!row) throw new Error('There is no delivery.');
  const { seq: _, ...columns } = row;
  const { most } = limits.countedDeliveries;
  const copies = Array.from({ length: most }, (_, n) => ({ ...columns, id: `dlv_copy_${n}` }));
  await sql.insert(webhookDeliveries).values(copies.slice(1));
  expect(await statistics()).toMatchObject({
    last24Hours: { deliveries: most, attempts: 1, complete: true },
  });

  // The delivery with the attempt is the oldest.
  await sql.insert(webhookDeliveries).values(copies.slice(0, 1));
  const bounded = { deliveries: most, attempts: 0, complete: false };
  expect(await statistics()).toMatchObject({ last24Hours: bounded, last7Days: bounded });
  await advance('24h');
  expect(await statistics()).toMatchObject({ last24Hours: nothing, last7Days: bounded });
});

it('says when a delivery has more attempts than are counted', async () => {
  const verification = await order(service(), { licenseNumber: 'RN1234' });
  await settle();
  const { delivery } = await deliveryOf(service(), verification);
  const { sql } = service();
  const id = String(delivery['id']);
  const [row] = await sql.select().from(webhookAttempts).where(eq(webhookAttempts.deliveryId, id));
  if (!row) throw new Error('There is no attempt.');
  const { seq: _, ...columns } = row;
  const { most } = limits.shownAttempts;
  const more = Array.from({ length: most }, (_, n) => ({
    ...columns,
    id: `att_copy_${n}`,
    number: n + 2,
  }));
  const write = async (rows: typeof more, attemptCount: number) => {
    await sql.insert(webhookAttempts).values(rows);
    await sql.update(webhookDeliveries).set({ attemptCount }).where(eq(webhookDeliveries.id, id));
  };
  await write(more.slice(1), most);
  expect(await statistics()).toMatchObject({ last24Hours: { attempts: most, complete: true } });
  await write(more.slice(0, 1), most + 1);
  expect(await statistics()).toMatchObject({ last24Hours: { attempts: most, complete: false } });
});

it('tells also of an endpoint that was deleted', async () => {
  await order(service(), { licenseNumber: 'RN1234' });
  await settle();
  const id = ownEndpoint();
  await service().send('DELETE', `/v1/webhook-endpoints/${id}`);
  expect(await statistics(id)).toMatchObject({ last24Hours: { attempts: 1 } });
});
