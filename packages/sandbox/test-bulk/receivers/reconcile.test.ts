import { createHash } from 'node:crypto';
import {
  createClient,
  type ResultType,
  reconcile,
  type VerificationRecord,
} from '@screening-webhooks/client';
import { createReceiver, type EventEnvelope } from '@screening-webhooks/core';
import { beforeEach, expect, it } from 'vitest';
import { order } from '../../test/support/orders.js';
import { sharedService } from '../../test/support/service.js';

// An application that loses 30 % of its deliveries, and polls for the lost results.

const SEED = 'lossy';
const ORDERS_OF_BATCH = 30;
const values = [
  'RN1234',
  'RN1234',
  'SBX-RETRY-1',
  'SBX-NOTFOUND-1',
  'SBX-DOWN-1',
  'SBX-NOSOURCE-1',
];

/** The final results that the application has processed, by verification id. */
const processed = new Map<string, string[]>();
/** Attempts by event. */
const attempts = new Map<string, number>();
let receive: (request: Request) => Promise<Response>;
const service = sharedService(deliverTo);

/** A number from 0 to 1 that depends only on the seed and the text. */
function chance(text: string): number {
  return createHash('sha256').update(`${SEED} ${text}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** The number of lost attempts of a delivery. With 5, the delivery is permanently lost. */
function lostAttempts(eventId: string): number {
  return chance(eventId) < 0.3 ? 1 + Math.floor(chance(`attempts ${eventId}`) * 5) : 0;
}

async function deliverTo(request: Request): Promise<Response> {
  const { id }: { id: string } = JSON.parse(await request.clone().text());
  const attempt = (attempts.get(id) ?? 0) + 1;
  attempts.set(id, attempt);
  if (attempt > lostAttempts(id)) return receive(request);
  // In half of the losses, the answer is lost: the event was processed, and is delivered again.
  if (chance(`answer ${id} ${attempt}`) < 0.5) await receive(request);
  return new Response(null, { status: 503 });
}

/** Creates the application's receiver. */
function application() {
  const take = ({ data }: EventEnvelope, type: string): void => {
    const { verificationId } = Object(data);
    processed.set(verificationId, [...(processed.get(verificationId) ?? []), type]);
  };
  return createReceiver({
    secret: service().description.endpoints[0]?.secret ?? '',
    reconciliation: true,
    observe: false,
    handlers: { '*': (event) => take(event, event.type) },
  });
}

beforeEach(() => {
  processed.clear();
  attempts.clear();
});

const typeOfStatus: Readonly<Record<string, ResultType>> = {
  VERIFIED: 'document_verification.completed',
  FAILED: 'document_verification.failed',
  RECORDED: 'document_verification.recorded',
};

async function orderBatch(name: string): Promise<string[]> {
  const externalIds: string[] = [];
  for (let number = 0; number < ORDERS_OF_BATCH; number += 1) {
    const externalId = `${name}-${number}`;
    await order(service(), { licenseNumber: values[number % values.length] ?? '', externalId });
    externalIds.push(externalId);
  }
  return externalIds;
}

it('misses nothing and processes nothing twice', async () => {
  const { call, control, description, list } = service();
  const receiver = application();
  receive = receiver.fetch;
  const client = createClient({ apiKey: description.keys.full, baseUrl: description.url });
  const pending = new Set<string>();
  async function poll() {
    // The age of the results is by the service's clock.
    const now = Date.parse(String((await control('/clock')).body['now']));
    return reconcile({
      client,
      receiver,
      pending: [...pending],
      requestsPerSecond: 10_000,
      now: () => now,
      toEventType: ({ status }: VerificationRecord) => typeOfStatus[String(status)],
      onSettled: (externalId) => pending.delete(externalId),
    });
  }

  // The poll precedes some webhooks, which are then duplicates.
  for (const externalId of await orderBatch('first')) pending.add(externalId);
  const held = await order(service(), { licenseNumber: 'SBX-HOLD-1', externalId: 'held' });
  const canceled = await order(service(), { licenseNumber: 'SBX-HOLD-1', externalId: 'canceled' });
  await call('POST', `/v1/document-verifications/${canceled}/cancel`);
  pending.add('held').add('canceled');
  await control('/clock', { advance: '2m' });
  const early = await poll();
  expect(early).toMatchObject({ asked: 32, found: 30, stillPending: 2, failed: 0 });
  expect(early.recovered).toBeGreaterThan(0);
  expect(early.alreadyHandled).toBeGreaterThan(0);

  // Here polls and webhooks run concurrently.
  for (const externalId of await orderBatch('second')) pending.add(externalId);
  await Promise.all([control('/clock', { advance: '30m' }), poll(), poll()]);
  // Here the service has given up the lost deliveries.
  await control('/clock', { advance: '30m' });
  expect(await poll()).toMatchObject({ stillPending: 2, failed: 0 });
  expect(await poll()).toMatchObject({ asked: 2, recovered: 0, stillPending: 2 });
  expect([...pending]).toEqual(['held', 'canceled']);

  const records = await list('/v1/document-verifications?limit=100');
  expect(records).toHaveLength(2 * ORDERS_OF_BATCH + 2);
  expect(Object.fromEntries(processed)).toEqual(
    Object.fromEntries(
      records
        .map(({ verificationId, status }) => [verificationId, typeOfStatus[String(status)]])
        .filter(([, type]) => type !== undefined)
        .map(([verificationId, type]) => [verificationId, [type]]),
    ),
  );
  expect(processed.has(held)).toBe(false);

  // Deliveries were lost, as the test intends.
  const failed = await list('/v1/webhook-deliveries?status=failed&limit=100');
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.every(({ attemptCount }) => attemptCount === 5)).toBe(true);
  const lossy = [...attempts.keys()].filter((id) => lostAttempts(id) > 0);
  expect(lossy.length / attempts.size).toBeGreaterThan(0.2);
});
