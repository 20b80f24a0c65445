import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Claim, createReceiver } from '../../src/index.js';
import { deferred, faultyStore } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import { now, SECRET, signedDelivery } from '../support/signed-delivery.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each<[answer: Claim, asked: string[]]>([
  ['acquired', ['claim', 'release']],
  ['done', ['claim']],
  [{ busyForMs: 1000 }, ['claim']],
])(
  'a claim that is answered %j after the 503 is given back only if it is held',
  async (answer, asked) => {
    const late = deferred<Claim>();
    const dedupe = faultyStore({ claim: () => late.promise });
    const receiver = createReceiver({ secret: SECRET, now, dedupe, handlers: { '*': () => {} } });
    const receiving = receiver.receive(await signedDelivery(recordedEvent()));
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await receiving).toMatchObject({ status: 503, outcome: { reason: 'dedupe' } });
    late.resolve(answer);
    await vi.advanceTimersByTimeAsync(0);
    expect(dedupe.asked).toEqual(asked);
  },
);
