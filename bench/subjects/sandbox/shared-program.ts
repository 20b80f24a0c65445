import assert from 'node:assert/strict';
import { createReceiver } from '@screening-webhooks/core';
import { type Sandbox, startSandbox } from '@screening-webhooks/sandbox';
import { effortOf } from '../../measure/effort.js';
import { roundsOf } from '../../measure/rounds.js';

// The calls of a test file whose tests share one sandbox. Prints milliseconds as JSON.

const effort = effortOf(process.argv[2]);
const RESETS = roundsOf(effort, { rounds: 100, warmUp: 20 });
const TESTS = roundsOf(effort, { rounds: 200, warmUp: 20 });

await using sandbox = await startSandbox({ deliverTo: (request) => receiver.fetch(request) });
const receiver = createReceiver({
  secret: sandbox.secrets,
  observe: false,
  handlers: { '*': () => {} },
});

const order = (licenseNumber: string) =>
  sandbox.verifications.create({
    documentConfigSlug: 'rn-license',
    state: 'CA',
    formData: { licenseNumber },
  });

/** Five verifications with their deliveries and attempts, and some API requests in the log. */
async function use({ clock }: Sandbox): Promise<void> {
  for (let number = 1; number <= 5; number += 1) await order(`SBX-RETRY-${number}`);
  const { deliveries } = await clock.advance('15m');
  assert.deepEqual(deliveries, { succeeded: 5, failed: 0 });
}

async function oneTest({ clock, deliveries }: Sandbox): Promise<void> {
  await sandbox.reset();
  const verification = await order('SBX-NOTFOUND-1');
  await clock.advance('15m');
  const [delivery, ...others] = await deliveries.of(verification);
  assert.equal(delivery?.status, 'succeeded');
  assert.equal(others.length, 0);
}

async function millisOf(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const resets: number[] = [];
for (let round = 0; round < RESETS.warmUp + RESETS.rounds; round += 1) {
  await use(sandbox);
  const millis = await millisOf(() => sandbox.reset());
  if (round >= RESETS.warmUp) resets.push(millis);
}
const tests: number[] = [];
for (let round = 0; round < TESTS.warmUp + TESTS.rounds; round += 1) {
  const millis = await millisOf(() => oneTest(sandbox));
  if (round >= TESTS.warmUp) tests.push(millis);
}
console.log(JSON.stringify({ resets, tests }));
