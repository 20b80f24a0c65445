import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { ReceiverOptions } from '@screening-webhooks/core';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as honoWebhook } from '@screening-webhooks/hono';
import { webhook as koaWebhook } from '@screening-webhooks/koa';
import express from 'express';
import { Hono } from 'hono';
import Koa from 'koa';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEndpoint, deliveryOf, order } from '../support/orders.js';
import { sharedService } from '../support/service.js';

// The receivers of the toolkit, each behind its framework on a port, take the deliveries of the service.

const service = sharedService();
const PATH = '/webhooks/screening';

type CreateListener = (options: ReceiverOptions) => RequestListener;

const expressListener: CreateListener = (options) => express().post(PATH, expressWebhook(options));
const adapters: { readonly name: string; readonly listener: CreateListener }[] = [
  { name: 'Express', listener: expressListener },
  {
    name: 'Hono',
    listener: (options) => getRequestListener(new Hono().post(PATH, honoWebhook(options)).fetch),
  },
  { name: 'Koa', listener: (options) => new Koa().use(koaWebhook(options)).callback() },
];

/** An event as a typed handler got it. */
interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly verified: boolean;
}

/** Starts a receiver, for which the service has an endpoint. @param work What its handlers do, by the number of the run. */
async function startReceiver(listener: CreateListener, work: (run: number) => void = () => {}) {
  const received: Received[] = [];
  const take = (event: Received): void => {
    received.push(event);
    work(received.length);
  };
  let secret = '';
  const app = listener({
    secret: () => secret,
    observe: false,
    handlers: {
      // The types of the handlers are part of the test: each outcome has its own.
      'document_verification.completed': ({ id, type, data }) =>
        take({ id, type, data, verified: data.verified satisfies true }),
      'document_verification.failed': ({ id, type, data }) =>
        take({ id, type, data, verified: data.verified satisfies false }),
      'document_verification.recorded': ({ id, type, data }) =>
        take({ id, type, data, verified: data.verified satisfies false }),
    },
  });
  const server = createServer(app);
  const connections: Buffer[][] = [];
  server.on('connection', (socket) => {
    const chunks: Buffer[] = [];
    connections.push(chunks);
    socket.on('data', (chunk) => chunks.push(chunk));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  ({ secret } = await createEndpoint(service(), `http://localhost:${port}${PATH}`));
  return {
    received,
    /** The requests, byte for byte: the service opens a connection for each. */
    requests: () =>
      connections.map((chunks) => {
        const request = Buffer.concat(chunks);
        const headEnd = request.indexOf('\r\n\r\n');
        const head = request.subarray(0, headEnd).toString('latin1');
        const [, t] = /^service-signature: t=(\d+),v1=[0-9a-f]{64}$/im.exec(head) ?? [];
        return { t: Number(t), body: request.subarray(headEnd + 4).toString('latin1') };
      }),
  };
}

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
    const { received } = await startReceiver(listener);
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
    // Only the wall clock: the service signs by it, and the receiver checks by it.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { received, requests } = await startReceiver(listener, (run) => {
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
  const { received } = await startReceiver(expressListener);
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
  const ordered: { id: string; end: EndType | undefined }[] = [];
  for (const [licenseNumber, registrationNumber, end] of outcomes) {
    ordered.push({ id: await order(service(), { licenseNumber }), end });
    const dea = { documentConfigSlug: 'dea-registration', formData: { registrationNumber } };
    ordered.push({ id: await order(service(), dea), end });
  }
  await service().control('/clock', { advance: '1d' });
  const ended = ordered.filter(({ end }) => end !== undefined);
  expect(received).toHaveLength(ended.length);
  for (const { id, end } of ended) if (end) await expectArrived(received, id, end);
});
