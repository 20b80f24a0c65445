import { expect, it, vi } from 'vitest';
import { createReceiver, memoryStore } from '../../src/index.js';
import { deferred, recorder } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import { NOW, now, SECRET, sampleDelivery, signedDelivery } from '../support/signed-delivery.js';
import { testReceiver } from '../support/test-receiver.js';

it('a wall clock that steps back before the first claim, or while an event is in progress, frees nothing', () => {
  let wall = NOW;
  let monotonic = 0;
  const store = memoryStore({ now: () => wall, monotonicNow: () => monotonic });
  wall -= 3_600_000;
  expect(store.claim('k', 'a', 1000)).toBe('acquired');
  wall -= 3_600_000;
  monotonic += 400;
  expect(store.claim('k', 'b', 1000)).toEqual({ busyForMs: 600 });
  wall += 7_200_000;
  expect(store.claim('k', 'b', 1000)).toEqual({ busyForMs: 600 });
  expect(store.commit('k', 'a', 50_000)).toBe(true);
});

it('a wall clock that steps back after the commit keeps the event done', () => {
  let wall = NOW;
  const store = memoryStore({ now: () => wall, monotonicNow: () => 0 });
  store.claim('k', 'a', 1000);
  store.commit('k', 'a', 50_000);
  wall -= 3_600_000;
  expect(store.claim('k', 'b', 1000)).toBe('done');
  wall += 3_649_999;
  expect(store.claim('k', 'b', 1000)).toBe('done');
});

it('a wall clock that steps two minutes ahead while the handler runs starts no second run', async () => {
  const work = deferred();
  let wall = NOW;
  const handler = vi.fn(() => work.promise);
  const receiver = testReceiver({ now: () => wall, handlers: { '*': handler } });
  const first = receiver.receive(await sampleDelivery());
  await vi.waitFor(() => expect(handler).toHaveBeenCalled());
  wall += 120_000;
  expect(await receiver.deliver()).toMatchObject({ status: 409 });
  work.resolve();
  expect(await first).toMatchObject({ status: 200 });
  expect(handler).toHaveBeenCalledTimes(1);
});

const broken: readonly [string, unknown][] = [
  ['NaN', Number.NaN],
  ['undefined', undefined],
  ['text', String(NOW)],
  ['Infinity', Infinity],
];
const clockIsBroken = { status: 503, outcome: { kind: 'unavailable', reason: 'clock' } };

it.each(broken)('now() of %s is a 503, not a window that is switched off', async (_name, time) => {
  const broken = { secret: SECRET, now: () => time as number, observe: false } as const;
  const receiver = createReceiver({ ...broken, handlers: { '*': () => {} } });
  // Signed an hour ago: without a clock, the window would not refuse it.
  const old = await signedDelivery(recordedEvent(), { at: Math.floor(NOW / 1000) - 3600 });
  expect(await receiver.receive(old)).toMatchObject(clockIsBroken);
  expect(await receiver.process(recordedEvent())).toMatchObject(clockIsBroken.outcome);
});

it.each(broken.filter(([, time]) => time !== undefined))(
  'receivedAt of %s is a 503',
  async (_name, time) => {
    const receiver = testReceiver();
    const delivery = await signedDelivery(recordedEvent(), { receivedAt: time as number });
    const ack = await receiver.receive(delivery);
    expect(ack).toMatchObject(clockIsBroken);
    expect(ack.outcome.kind === 'unavailable' && String(ack.outcome.error)).toMatch(/receivedAt: /);
  },
);

it('a monotonic clock that breaks is an error that names it', () => {
  const store = memoryStore({ now, monotonicNow: () => Number.NaN });
  expect(() => store.claim('k', 'a', 1000)).toThrow(/^monotonicNow\(\): expected milliseconds/);
});

it('a store for a single entry is one', () => {
  const store = memoryStore({ maxEntries: 1, now });
  expect(store.claim('k', 'a', 1000)).toBe('acquired');
});

it.each([
  ['counts from arrival', [NOW, NOW, NOW + 250], 250],
  ['is 0 when the clock steps back', [NOW, NOW, NOW - 250], 0],
  ['is 0 when the clock breaks', [NOW, NOW], 0],
])('durationMs %s', async (_name, times, durationMs) => {
  const { seen, observe } = recorder();
  const receiver = testReceiver({ now: () => times.shift() ?? Number.NaN, observe });
  await receiver.deliver();
  expect(seen).toMatchObject([{ outcome: { kind: 'processed' }, durationMs }]);
});

it.each([false, undefined] as const)(
  'an outcome that observe: %s does not report costs no look at the clock',
  async (observe) => {
    const clock = vi.fn(now);
    const dedupe = memoryStore({ now });
    const options = { secret: SECRET, now: clock, dedupe, handlers: { '*': () => {} } };
    const receiver = createReceiver(observe === undefined ? options : { ...options, observe });
    await receiver.receive(await sampleDelivery());
    expect(clock).toHaveBeenCalledTimes(1);
  },
);
