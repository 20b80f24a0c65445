import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createReceiver, type Delivery } from '../../src/index.js';
import { deferred } from '../support/manual.js';
import { expectNoProcessFailures } from '../support/process-failures.js';
import { recordedEvent } from '../support/sample-event.js';
import { now, SECRET, signedDelivery, toBody } from '../support/signed-delivery.js';

expectNoProcessFailures();
const receiver = createReceiver({
  secret: SECRET,
  now,
  observe: false,
  handlers: { '*': () => {} },
});

/** A delivery whose body the receiver has begun to read. */
async function reading() {
  const sender = new AbortController();
  const body = deferred<Awaited<ReturnType<Delivery['readBody']>>>();
  const began = deferred();
  const readBody = () => {
    began.resolve();
    return body.promise;
  };
  const { signal } = sender;
  const answer = receiver.receive(await signedDelivery(recordedEvent(), { readBody, signal }));
  await began.promise;
  return { sender, body, answer, listeners: () => getEventListeners(signal, 'abort') };
}

describe('a body that is still being read', () => {
  it('is given up when the sender goes away', async () => {
    const { sender, answer, listeners } = await reading();
    sender.abort();
    expect(await answer).toMatchObject({
      status: 400,
      outcome: { rejection: { code: 'body_incomplete' } },
    });
    expect(listeners()).toEqual([]);
  });

  it('arrives, and the signal of its sender has one listener until then', async () => {
    const { body, answer, listeners } = await reading();
    expect(listeners()).toHaveLength(1);
    body.resolve(toBody(recordedEvent()));
    expect((await answer).status).toBe(200);
    expect(listeners()).toEqual([]);
  });

  it('fails, and no listener stays', async () => {
    const { body, answer, listeners } = await reading();
    body.reject(new Error('socket'));
    expect((await answer).status).toBe(500);
    expect(listeners()).toEqual([]);
  });

  it('fails after the sender went away: the answer stays', async () => {
    const { sender, body, answer } = await reading();
    sender.abort();
    body.reject(new Error('socket'));
    expect((await answer).status).toBe(400);
  });
});

it('a body that is not bytes is an error of the adapter, which names what it must give', async () => {
  const readBody = (() => 'text') as unknown as Delivery['readBody'];
  const received = receiver.receive(await signedDelivery(recordedEvent(), { readBody }));
  await expect(received).rejects.toThrow(/readBody .* Uint8Array, or a Rejection/);
});
