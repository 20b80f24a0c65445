import { getRequestListener } from '@hono/node-server';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as honoWebhook } from '@screening-webhooks/hono';
import { webhook as koaWebhook } from '@screening-webhooks/koa';
import { type Fault, faults } from '@screening-webhooks/testing/faults';
import express from 'express';
import { Hono } from 'hono';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { isRecord } from '../../src/sandbox/is-record.js';
import { type CreateListener, PATH, startReceiver } from '../receivers/support/start-receiver.js';
import { order } from '../support/orders.js';
import { sharedService } from '../support/service.js';

// Every kind of fault that an attempt can have, against the receivers of the toolkit (service tables 2.5, right column).

const service = sharedService();
const listeners: Readonly<Record<string, CreateListener>> = {
  express: (options) => express().post(PATH, expressWebhook(options)),
  hono: (options) => getRequestListener(new Hono().post(PATH, honoWebhook(options)).fetch),
  koa: (options) => {
    const app = new Koa().use(koaWebhook(options));
    // It would print the connections that a fault breaks.
    app.silent = true;
    return app.callback();
  },
};

type Json = Readonly<Record<string, unknown>>;

const kinds = faults.map(({ kind }) => kind);
// Typed handlers are not called for an event of another type.
const unhandled = ['unknown_type'];

/** What the first attempt, and those that the fault added, must have come to. */
function expectAnswers(fault: Fault, attempts: readonly Readonly<Record<string, unknown>>[]): void {
  const statuses = attempts.map(({ responseStatus }) => Number(responseStatus));
  const [own] = attempts;
  switch (fault.kind) {
    case 'abort_mid_body':
    case 'disconnect_before_response':
      expect(own?.['error']).toMatchObject({ code: 'cut_off' });
      break;
    case 'client_timeout':
      expect(own?.['error']).toMatchObject({ code: 'timeout' });
      break;
    case 'duplicate_concurrent':
      expect(statuses).toContain(200);
      expect([200, 409]).toEqual(expect.arrayContaining(statuses));
      break;
    case 'method_get':
    case 'method_put':
      // The frameworks answer it where the route is for POST only.
      expect([404, 405]).toContain(statuses[0]);
      break;
    case 'oversized':
      expect(statuses).toEqual([413]);
      break;
    case 'gzip':
      expect(statuses).toEqual([415]);
      break;
    default:
      expect(new Set(statuses)).toEqual(new Set([fault.refusal?.status ?? 200]));
  }
}

/** The deliveries of all receivers, in the order of their endpoints, with their attempts. */
async function deliveries() {
  const all: { readonly status: unknown; readonly eventId: unknown; readonly attempts: Json[] }[] =
    [];
  for (const { id } of await service().list('/v1/webhook-deliveries')) {
    const { body } = await service().call('GET', `/v1/webhook-deliveries/${id}`);
    const { status, eventId, attempts } = body;
    all.push({
      status,
      eventId,
      attempts: Array.isArray(attempts) ? attempts.filter(isRecord) : [],
    });
  }
  return all;
}

it.each(kinds)('%s', async (kind) => {
  const fault = faults.find((each) => each.kind === kind);
  if (!fault) throw new Error(kind);
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
    expect(faulted, name).toEqual(Array.from({ length: requestsOf(fault) }, () => kind));
    expectAnswers(fault, attempts);
    if (isRefused(fault)) expect(receivers[index]?.received, name).toEqual([]);
  }

  // The fault happened once for each. What was not acked comes again, genuine.
  await service().control('/clock', { advance: '15m' });
  const last = await deliveries();
  for (const [index, name] of Object.keys(listeners).entries()) {
    const { status, eventId, attempts } = last[index] ?? { attempts: [] };
    expect(status, name).toBe('succeeded');
    const genuine = attempts.slice(requestsOf(fault));
    for (const attempt of genuine) {
      expect(attempt).toMatchObject({ fault: null, state: 'succeeded', responseStatus: 200 });
    }
    if (isRefused(fault) || fault.transferMode === 'cut off') expect(genuine, name).toHaveLength(1);
    const received = receivers[index]?.received ?? [];
    expect(
      received.filter(({ id }) => id === eventId),
      name,
    ).toHaveLength(unhandled.includes(kind) ? 0 : 1);
    if (kind === 'burst') expect(received, name).toHaveLength(10);
  }
});

function requestsOf({ kind, counted }: Fault): number {
  return kind === 'burst' ? 10 : counted ? 2 : 1;
}

function isRefused({ kind, refusal }: Fault): boolean {
  return refusal !== undefined || kind === 'oversized' || kind === 'gzip';
}
