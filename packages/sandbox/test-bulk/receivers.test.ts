import { getRequestListener } from '@hono/node-server';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as honoWebhook } from '@screening-webhooks/hono';
import { webhook as koaWebhook } from '@screening-webhooks/koa';
import { type Fault, faults } from '@screening-webhooks/testing/faults';
import express from 'express';
import { Hono } from 'hono';
import Koa from 'koa';
import { expect, it } from 'vitest';
import {
  type CreateListener,
  PATH,
  startReceiver,
} from '../test/receivers/support/start-receiver.js';
import { faultOutcome } from '../test/support/fault-outcome.js';
import { order } from '../test/support/orders.js';
import { recordsOf, sharedService } from '../test/support/service.js';

// Every kind of fault that an attempt can have, against the receivers of the toolkit (service tables 2.5, right column).

const service = sharedService();
const listeners: Readonly<Record<string, CreateListener>> = {
  express: (options) => express().post(PATH, expressWebhook(options)),
  hono: (options) => getRequestListener(new Hono().post(PATH, honoWebhook(options)).fetch),
  koa: (options) => {
    const app = new Koa().use(koaWebhook(options));
    // Otherwise Koa prints the connections that a fault breaks.
    app.silent = true;
    return app.callback();
  },
};

type Json = Readonly<Record<string, unknown>>;

/** Checks the results of the first attempt and of those that the fault added. */
function expectAnswers(fault: Fault, attempts: readonly Json[]): void {
  const { statuses, error } = faultOutcome(fault);
  if (error) {
    expect(attempts).toMatchObject([{ error: { code: error } }]);
    return;
  }
  const answered = attempts.map(({ responseStatus }) => Number(responseStatus));
  expect(statuses).toEqual(expect.arrayContaining(answered));
  // Of two concurrent deliveries, one is acked.
  if (statuses.includes(200)) expect(answered).toContain(200);
}

/** The deliveries of all receivers, in the order of their endpoints, with their attempts. */
async function deliveries() {
  const all: { readonly status: unknown; readonly attempts: Json[] }[] = [];
  for (const { id } of await service().list('/v1/webhook-deliveries')) {
    const { body } = await service().call('GET', `/v1/webhook-deliveries/${id}`);
    all.push({ status: body['status'], attempts: recordsOf(body['attempts']) });
  }
  return all;
}

it.each(faults.map((fault) => [fault.kind, fault] as const))('%s', async (kind, fault) => {
  const { requests, handled, handledInTheEnd } = faultOutcome(fault);
  const receivers = [];
  for (const listener of Object.values(listeners)) {
    receivers.push(await startReceiver(service(), listener));
  }
  const made = await service().control('/faults', { kind, times: receivers.length });
  expect(made.status, made.text).toBe(201);
  await order(service(), {});
  await service().control('/clock', { settle: true });
  const first = await deliveries();
  for (const [index, name] of Object.keys(listeners).entries()) {
    const attempts = first[index]?.attempts ?? [];
    const faulted = attempts.map((attempt) => attempt['fault']);
    expect(faulted, name).toEqual(Array(requests).fill(kind));
    expectAnswers(fault, attempts);
    expect(handled, name).toContain(receivers[index]?.received.length);
  }

  // The fault happened once for each. Deliveries without an ack come again, unmodified.
  await service().control('/clock', { advance: '15m' });
  const last = await deliveries();
  for (const [index, name] of Object.keys(listeners).entries()) {
    const { status, attempts } = last[index] ?? { attempts: [] };
    expect(status, name).toBe('succeeded');
    const retried = attempts[0]?.['state'] === 'failed';
    const genuine = { fault: null, state: 'succeeded', responseStatus: 200 };
    expect(attempts.slice(requests), name).toMatchObject(retried ? [genuine] : []);
    const ids = receivers[index]?.received.map(({ id }) => id);
    expect(ids, name).toHaveLength(handledInTheEnd);
    expect(new Set(ids).size, name).toBe(handledInTheEnd);
  }
});
