import { getEventListeners } from 'node:events';
import { expectNoProcessFailures } from 'screening-webhooks-test-support/process-failures';
import { describe, expect, it, vi } from 'vitest';
import type { Delivery } from '../../src/index.js';
import { deferred, TIMERS, throwing, useFakeTime } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import { signedDelivery, toBody } from '../support/signed-delivery.js';
import { testReceiver } from '../support/test-receiver.js';

expectNoProcessFailures();
// Time stands still: an answer at the ack deadline would look like one to a sender that has gone.
useFakeTime({ toFake: [...TIMERS] });

const receiver = testReceiver();

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

const incomplete = { status: 400, outcome: { rejection: { code: 'body_incomplete' } } };

/** The answer, or undefined when it waits for a timer. */
async function answerByNow<T>(answer: Promise<T>): Promise<T | undefined> {
  let answered: T | undefined;
  void answer.then((ack) => {
    answered = ack;
  });
  await vi.advanceTimersByTimeAsync(0);
  return answered;
}

it('a body over maxBodyBytes is refused where the adapter lets it in', async () => {
  const limited = testReceiver({ maxBodyBytes: 100_000 });
  const event = toBody(recordedEvent());
  const body = (size: number) => Uint8Array.from({ length: size }, (_, at) => event[at] ?? 0x20);
  const exact = await limited.receive(await signedDelivery(body(100_000)));
  expect(exact).toMatchObject({ status: 200 });
  const ack = await limited.receive(
    await signedDelivery(body(100_001), { headers: { 'content-length': null } }),
  );
  expect(ack).toMatchObject({ status: 413, outcome: { rejection: { code: 'body_too_large' } } });
});

describe('a body that is still being read', () => {
  it('is given up when the sender goes away', async () => {
    const { sender, answer, listeners } = await reading();
    sender.abort();
    expect(await answerByNow(answer)).toMatchObject(incomplete);
    expect(listeners()).toEqual([]);
  });

  it('is given up at once when the sender has gone before', async () => {
    const readBody = () => new Promise<never>(() => {});
    const signal = AbortSignal.abort();
    const answer = receiver.receive(await signedDelivery(recordedEvent(), { readBody, signal }));
    expect(await answerByNow(answer)).toMatchObject(incomplete);
  });

  it('and fails although the signal of the adapter does is an answer too', async () => {
    const signal = new AbortController().signal;
    signal.addEventListener = throwing(new Error('signal'));
    const readBody = () => Promise.reject(new Error('socket'));
    const answer = receiver.receive(await signedDelivery(recordedEvent(), { readBody, signal }));
    expect(await answer).toMatchObject({ status: 500 });
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
