import { getRequestListener } from '@hono/node-server';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as honoWebhook } from '@screening-webhooks/hono';
import { webhook as koaWebhook } from '@screening-webhooks/koa';
import express from 'express';
import { Hono } from 'hono';
import Koa from 'koa';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deliveryOf, order } from '../support/orders.js';
import { sharedService } from '../support/service.js';
import {
  type CreateListener,
  PATH,
  type Received,
  startReceiver,
} from './support/start-receiver.js';

// The receivers of the toolkit accept the deliveries of the service, each in its framework on a port.

const service = sharedService();

const expressListener: CreateListener = (options) => express().post(PATH, expressWebhook(options));
const adapters: { readonly name: string; readonly listener: CreateListener }[] = [
  { name: 'Express', listener: expressListener },
  {
    name: 'Hono',
    listener: (options) => getRequestListener(new Hono().post(PATH, honoWebhook(options)).fetch),
  },
  { name: 'Koa', listener: (options) => new Koa().use(koaWebhook(options)).callback() },
];

type EndType = 'completed' | 'failed' | 'recorded';

/** Expects that the end of a verification has arrived in one attempt. */
async function expectArrived(received: readonly Received[], id: string, end: EndType) {
  const { body: record } = await service().call('GET', `/v1/document-verifications/${id}`);
  const { delivery, attempts } = await deliveryOf(service(), id);
  expect(
    received.filter(({ data }) => 'verificationId' in data && data.verificationId === id),
  ).toEqual([
    {
      id: delivery['eventId'],
      type: `document_verification.${end}`,
      data: record,
      verified: end === 'completed',
    },
  ]);
  expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 1, nextAttemptAt: null });
  expect(attempts).toMatchObject([
    { number: 1, trigger: 'scheduled', state: 'succeeded', responseStatus: 200, error: null },
  ]);
}

describe.each(adapters)('a receiver made with $name', ({ listener }) => {
  it('gets every outcome, verified and typed, in one attempt', async () => {
    const { received } = await startReceiver(service(), listener);
    const completed = await order(service(), { licenseNumber: 'RN1234' });
    const failed = await order(service(), { licenseNumber: 'SBX-DOWN-1' });
    const recorded = await order(service(), { licenseNumber: 'SBX-NOSOURCE-1' });
    await service().control('/clock', { advance: '2m' });
    expect(received).toHaveLength(3);
    await expectArrived(received, completed, 'completed');
    await expectArrived(received, failed, 'failed');
    await expectArrived(received, recorded, 'recorded');
  });

  it('gets an event again after a minute when its handler has thrown', async () => {
    // Only the wall clock, which the service signs with, and the receiver checks with.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { received, requests } = await startReceiver(service(), listener, (run) => {
      if (run === 1) throw new Error('The database is down.');
    });
    const id = await order(service(), { licenseNumber: 'RN1234' });
    await service().control('/clock', { settle: true });
    expect((await deliveryOf(service(), id)).delivery).toMatchObject({
      status: 'retrying',
      attemptCount: 1,
      nextAttemptAt: '2026-01-01T00:01:00.000Z',
      succeededAt: null,
    });

    vi.setSystemTime(Date.now() + 60_000);
    await service().control('/clock', { advance: '1m' });
    const { delivery, attempts } = await deliveryOf(service(), id);
    expect(delivery).toMatchObject({
      status: 'succeeded',
      attemptCount: 2,
      succeededAt: '2026-01-01T00:01:00.000Z',
    });
    expect(attempts).toMatchObject([
      { startedAt: '2026-01-01T00:00:00.000Z', state: 'failed', responseStatus: 500 },
      { startedAt: '2026-01-01T00:01:00.000Z', state: 'succeeded', responseStatus: 200 },
    ]);
    expect(received.map((event) => event.id)).toEqual([delivery['eventId'], delivery['eventId']]);
    const [first, second, ...more] = requests();
    expect(more).toEqual([]);
    expect(second?.body).toBe(first?.body);
    expect(Number(second?.t) - Number(first?.t)).toBe(60);
  });
});

it('every other magic value arrives as its outcome, and a held verification does not', async () => {
  const { received } = await startReceiver(service(), expressListener);
  const outcomes: readonly (readonly [value: string, alias: string, end: EndType | undefined])[] = [
    ['SBX-OK-1', '9000000001', 'completed'],
    ['SBX-RETRY-1', '9000000002', 'completed'],
    ['SBX-NOTFOUND-1', '9000000003', 'failed'],
    ['SBX-NAME-1', '9000000004', 'failed'],
    ['SBX-EXPIRED-1', '9000000005', 'failed'],
    ['SBX-REVOKED-1', '9000000006', 'failed'],
    ['SBX-DOWN-2', '9000000007', 'failed'],
    ['SBX-SLOW-1', '9000000008', 'completed'],
    ['SBX-HOLD-1', '9000000009', undefined],
    ['SBX-NOSOURCE-2', '9000000010', 'recorded'],
    ['SBX-DISCIPLINE-1', '9000000011', 'completed'],
  ];
  const expected: [id: string, type: string][] = [];
  for (const [licenseNumber, registrationNumber, end] of outcomes) {
    const dea = { documentConfigSlug: 'dea-registration', formData: { registrationNumber } };
    for (const ordered of [{ licenseNumber }, dea]) {
      const id = await order(service(), ordered);
      if (end) expected.push([id, `document_verification.${end}`]);
    }
  }
  await service().control('/clock', { advance: '1d' });
  const records = await service().list('/v1/document-verifications?limit=100');
  const recordOf = (id: string) => records.find((record) => record['verificationId'] === id);
  expect(received.map(({ type, data }) => ({ type, data })).sort(byVerification)).toEqual(
    expected.map(([id, type]) => ({ type, data: recordOf(id) })).sort(byVerification),
  );
  const deliveries = await service().list('/v1/webhook-deliveries?limit=100');
  expect(deliveries).toHaveLength(expected.length);
  for (const delivery of deliveries) {
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 1 });
  }
});

function byVerification(a: { readonly data?: unknown }, b: { readonly data?: unknown }): number {
  return String(Object(a.data).verificationId) < String(Object(b.data).verificationId) ? -1 : 1;
}
