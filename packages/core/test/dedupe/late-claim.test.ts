import { expect, it, vi } from 'vitest';
import type { Claim } from '../../src/index.js';
import { deferred, faultyStore, useFakeTime } from '../support/manual.js';
import { sampleDelivery } from '../support/signed-delivery.js';
import { testReceiver } from '../support/test-receiver.js';

useFakeTime();

it.each<[answer: Claim, asked: string[]]>([
  ['acquired', ['claim', 'release']],
  ['done', ['claim']],
  [{ busyForMs: 1000 }, ['claim']],
])(
  'a claim that is answered %j after the 503 is given back only if it is held',
  async (answer, asked) => {
    const late = deferred<Claim>();
    const dedupe = faultyStore({ claim: () => late.promise });
    const receiver = testReceiver({ dedupe });
    const receiving = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await receiving).toMatchObject({ status: 503, outcome: { reason: 'dedupe' } });
    late.resolve(answer);
    await vi.advanceTimersByTimeAsync(0);
    expect(dedupe.asked).toEqual(asked);
  },
);
