import type { ReceiverOptions } from '@screening-webhooks/core';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as honoWebhook } from '@screening-webhooks/hono';
import express from 'express';
import { Hono } from 'hono';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, it } from 'vitest';
import { order } from '../test/support/orders.js';
import { sharedService } from '../test/support/service.js';

const PATH = '/webhooks/screening';

/** Both instances of a receiver get each delivery. If either refuses, the delivery is refused. */
let instances: readonly ((request: Request) => Promise<Response>)[];
/** Called before each delivery, with the number of its signatures. */
let arrive: (signatures: number) => Promise<unknown>;

const service = sharedService(async (request) => {
  const header = request.headers.get('service-signature') ?? '';
  await arrive(header.split('v1=').length - 1);
  const answers = await Promise.all(instances.map((instance) => instance(request.clone())));
  return answers.find(({ ok }) => !ok) ?? new Response();
});

function options(secret: () => string, handled: string[]): ReceiverOptions {
  return { secret, observe: false, handlers: { '*': ({ id }) => void handled.push(id) } };
}

/** An Express app on a port. */
async function startExpress(receiver: ReceiverOptions) {
  const { url } = await serve(express().post(PATH, expressWebhook(receiver)));
  return async (request: Request) =>
    fetch(`${url}${PATH}`, {
      method: 'POST',
      headers: request.headers,
      body: await request.arrayBuffer(),
    });
}

it('through a roll under load, neither a receiver with the old secret nor one with the new refuses a delivery', async () => {
  const { call, control, description, list } = service();
  const [endpoint] = description.endpoints;
  const former = endpoint?.secret ?? '';
  let rolled: string | undefined;
  const secrets = { slow: former, quick: former };
  const handled = { slow: [] as string[], quick: [] as string[] };
  const hono = new Hono().post(PATH, honoWebhook(options(() => secrets.quick, handled.quick)));
  instances = [
    await startExpress(options(() => secrets.slow, handled.slow)),
    async (request) => hono.fetch(new Request(`http://localhost${PATH}`, request)),
  ];
  const signatureCounts: number[] = [];
  let rolling: Promise<void> | undefined;
  const roll = async () => {
    const path = `/v1/webhook-endpoints/${endpoint?.id}/roll-secret`;
    const { body } = await call('POST', path, { overlapSeconds: 60 });
    rolled = String(body['secret']);
  };
  arrive = async (signatures) => {
    signatureCounts.push(signatures);
    // Attempts before and after the roll are in flight during it.
    if (signatureCounts.length === 10) rolling = roll();
    if (signatureCounts.length === 20) await rolling;
    // One instance is deployed with the new secret at once, the other after half of the overlap.
    if (signatures === 2) secrets.quick = rolled ?? secrets.quick;
  };

  async function load(count: number) {
    for (let number = 0; number < count; number += 1) await order(service(), {});
    await control('/clock', { settle: true });
  }

  await load(40);
  await control('/clock', { advance: '30s' });
  await load(20);
  secrets.slow = rolled ?? '';
  await control('/clock', { advance: '30s' });
  await load(20);

  const deliveries = await list('/v1/webhook-deliveries?limit=100');
  const accepted = { status: 'succeeded', attemptCount: 1 };
  expect(deliveries).toMatchObject(Array(80).fill(accepted));
  expect(handled.slow).toEqual(deliveries.map(({ eventId }) => eventId));
  expect(handled.quick).toEqual(handled.slow);
  expect(secrets).toEqual({ slow: rolled, quick: rolled });
  // Of the first forty, some arrived before the roll and some after it.
  expect(signatureCounts.slice(0, 10)).toEqual(Array(10).fill(1));
  expect(signatureCounts.slice(20, 60)).toEqual(Array(40).fill(2));
  expect(signatureCounts.slice(60)).toEqual(Array(20).fill(1));
});
