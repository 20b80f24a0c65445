import { webhook } from '@screening-webhooks/express';
import express from 'express';
import { serve } from 'screening-webhooks-test-support/serve';
import { beforeEach, expect, it, vi } from 'vitest';
import { deferred } from '../test/support/deferred.js';
import { createEndpoint, order } from '../test/support/orders.js';
import { sharedService } from '../test/support/service.js';

// Commands to an endpoint on the real clock, while five attempts for each endpoint are in flight.

const service = sharedService();
const IN_FLIGHT = 5;
// Only ends a hang.
const patience = { timeout: 60_000 };

/** Receivers do not answer until it is open. */
let gate: ReturnType<typeof deferred<void>>;

beforeEach(() => {
  gate = deferred();
});

/** Starts a receiver on a port, with its own endpoint. */
async function startReceiver() {
  const secrets: string[] = [];
  /** The number of signatures of each received delivery. */
  const signatures: number[] = [];
  const handled: string[] = [];
  const app = express().post(
    '/',
    async (req, _res, next) => {
      signatures.push(String(req.headers['service-signature']).split('v1=').length - 1);
      await gate.promise;
      next();
    },
    webhook({
      secret: () => secrets,
      observe: false,
      handlers: { '*': ({ id }) => void handled.push(id) },
    }),
  );
  const { url } = await serve(app);
  const endpoint = await createEndpoint(service(), `${url}/`);
  secrets.push(endpoint.secret);
  const path = `/v1/webhook-endpoints/${endpoint.id}`;
  return { path, secrets, signatures, handled };
}

async function orders(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await order(service(), {});
}

const letTimePass = () => service().control('/clock', { mode: 'real' });
const statuses = async (status: string) =>
  service().list(`/v1/webhook-deliveries?status=${status}&limit=100`);

it('through a roll, a receiver with the old secret and one with both refuse none of 60 deliveries', async () => {
  const [old, both] = [await startReceiver(), await startReceiver()];
  await orders(30);
  await letTimePass();
  for (const { signatures } of [old, both]) {
    await vi.waitFor(() => expect(signatures).toHaveLength(IN_FLIGHT), patience);
  }
  for (const { path } of [old, both]) {
    const rolled = await service().call('POST', `${path}/roll-secret`, { overlapSeconds: 3600 });
    expect(rolled.status).toBe(200);
    if (path === both.path) both.secrets.unshift(String(rolled.body['secret']));
  }
  expect(both.secrets).toHaveLength(2);
  gate.resolve();

  await vi.waitFor(async () => expect(await statuses('succeeded')).toHaveLength(60), patience);
  const deliveries = await service().list('/v1/webhook-deliveries?limit=100');
  expect(deliveries).toMatchObject(Array(60).fill({ attemptCount: 1 }));
  for (const { signatures, handled } of [old, both]) {
    // The attempts in flight were signed before the roll, all others after it.
    expect(signatures).toEqual([...Array(IN_FLIGHT).fill(1), ...Array(25).fill(2)]);
    expect(new Set(handled).size).toBe(30);
  }
});

it('a pause holds what piles up behind the attempts in flight, and a resumption loses none of it', async () => {
  const receiver = await startReceiver();
  await orders(10);
  await letTimePass();
  await vi.waitFor(() => expect(receiver.signatures).toHaveLength(IN_FLIGHT), patience);
  expect((await service().call('POST', `${receiver.path}/pause`)).status).toBe(200);
  await orders(10);
  gate.resolve();
  const piledUp = 20 - IN_FLIGHT;
  await vi.waitFor(async () => {
    expect(await statuses('succeeded')).toHaveLength(IN_FLIGHT);
    expect(await statuses('held')).toHaveLength(piledUp);
  }, patience);

  expect((await service().call('POST', `${receiver.path}/resume`)).status).toBe(200);
  await vi.waitFor(async () => expect(await statuses('succeeded')).toHaveLength(20), patience);
  const deliveries = await service().list('/v1/webhook-deliveries?limit=100');
  expect(deliveries).toMatchObject(Array(20).fill({ attemptCount: 1 }));
  expect(new Set(receiver.handled).size).toBe(20);
});
