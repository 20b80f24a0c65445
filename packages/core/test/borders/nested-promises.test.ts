import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReceiver, type DedupeStore, type ReceiverOptions } from '../../src/index.js';
import { expectNoProcessFailures } from '../support/process-failures.js';
import { recordedEvent } from '../support/sample-event.js';
import { now, SECRET, signedDelivery } from '../support/signed-delivery.js';

// An answer may hold promises that nobody awaits. One that rejects must not end the process.
expectNoProcessFailures();

const store: DedupeStore = {
  claim: () => 'acquired',
  extend: () => true,
  commit: () => true,
  release: () => true,
};

/** What a JavaScript caller could answer. */
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
  ['claim', (answer) => ({ dedupe: { ...store, claim: answer } })],
  [
    'the claim of a result',
    (answer) => ({ dedupe: { ...store, claim: answer }, reconciliation: true }),
  ],
  ['extend', (answer) => ({ dedupe: { ...store, extend: answer }, lease: 3000 })],
  ['commit', (answer) => ({ dedupe: { ...store, commit: answer } })],
  [
    'release',
    (answer) => ({
      dedupe: { ...store, release: answer },
      handlers: { '*': () => Promise.reject(new Error('handler')) },
    }),
  ],
  ['inbox', (answer) => ({ inbox: { store: answer } })],
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each(
  ports.flatMap(([port, given]) => answers.map((answer) => [port, ...answer, given] as const)),
)('%s: a promise %s that rejects', async (_port, _where, answer, given) => {
  const receiver = createReceiver({
    secret: SECRET,
    now,
    dedupe: store,
    observe: false,
    handlers: { '*': () => new Promise((resolve) => setTimeout(resolve, 5000)) },
    ...given(() => untyped<never>(answer())),
  });
  const receiving = receiver.receive(await signedDelivery(recordedEvent()));
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await receiving).status).toBeGreaterThanOrEqual(400);
});
