import { expectNoProcessFailures } from 'screening-webhooks-test-support/process-failures';
import { passing } from 'screening-webhooks-test-support/until';
import { expect, it, vi } from 'vitest';
import type { ReceiverOptions } from '../../src/index.js';
import { agreeableStore, TIMERS, useFakeTime } from '../support/manual.js';
import { sampleDelivery } from '../support/signed-delivery.js';
import { testReceiver } from '../support/test-receiver.js';

// An answer may hold promises that nobody awaits. A rejected promise among them must not end the process.
expectNoProcessFailures();

/** Types a value that only JavaScript code could return. */
const untyped = <T>(value: unknown): T => value as T;
const rejecting = (): object => ({ busyForMs: Promise.reject(new Error('nobody awaits it')) });
const valid = (): object => ({ busyForMs: 5, more: Promise.reject(new Error('nobody awaits it')) });

const answers: [name: string, answer: () => unknown][] = [
  ['in an answer', rejecting],
  ['in an answer that is awaited', async () => rejecting()],
  ['in an array', () => [Promise.reject(new Error('nobody awaits it'))]],
  ['beside what is expected', valid],
];

const ports: [name: string, given: (answer: () => never) => Partial<ReceiverOptions>][] = [
  ['claim', (answer) => ({ dedupe: { ...agreeableStore, claim: answer } })],
  [
    'the claim of a result',
    (answer) => ({ dedupe: { ...agreeableStore, claim: answer }, reconciliation: true }),
  ],
  ['extend', (answer) => ({ dedupe: { ...agreeableStore, extend: answer }, lease: 3000 })],
  ['commit', (answer) => ({ dedupe: { ...agreeableStore, commit: answer } })],
  [
    'release',
    (answer) => ({
      dedupe: { ...agreeableStore, release: answer },
      handlers: { '*': () => Promise.reject(new Error('handler')) },
    }),
  ],
  ['inbox', (answer) => ({ inbox: { store: answer } })],
];

useFakeTime({ toFake: [...TIMERS] });

it.each(
  ports.flatMap(([port, given]) => answers.map((answer) => [port, ...answer, given] as const)),
)('%s: a promise %s that rejects', async (_port, _where, answer, given) => {
  const receiver = testReceiver({
    dedupe: agreeableStore,
    handlers: { '*': () => passing(5000) },
    ...given(() => untyped<never>(answer())),
  });
  const receiving = receiver.receive(await sampleDelivery());
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await receiving).status).toBeGreaterThanOrEqual(400);
});
