import { type Sandbox, type SandboxVerification, startSandbox } from '@screening-webhooks/sandbox';
import { type Fault, faults } from '@screening-webhooks/testing/faults';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { expectFault } from '../../../packages/sandbox/test/support/expect-fault.js';
import { magicValues } from '../../../packages/sandbox/test/support/magic-values.js';
import { quickFaults } from '../../../packages/sandbox/test/support/quick-faults.js';
import worker from '../src/worker.ts';
import { executionContext, URL, workerEnv } from '../test/worker-env.ts';

// The service delivers to the worker, with its bindings. On Node, its secret is an environment variable.

const results = { completed: 'confirmed', failed: 'not_confirmed', recorded: 'to_review' };

let sandbox: Sandbox;
let queue: ReturnType<typeof workerEnv>;

beforeAll(async () => {
  sandbox = await startSandbox({
    endpoint: URL,
    deliverTo: (request) => worker.fetch(request, queue.env, executionContext()),
  });
});
beforeEach(async () => {
  await sandbox.reset();
  vi.spyOn(console, 'log').mockImplementation(() => {});
  queue = workerEnv();
  vi.stubEnv('SCREENING_SECRET', sandbox.secrets[0]);
});
afterAll(() => sandbox.close());

const order = (licenseNumber: string): Promise<SandboxVerification> =>
  sandbox.verifications.create({
    documentConfigSlug: 'rn-license',
    state: 'CA',
    externalId: 'clinician-7',
    formData: { licenseNumber },
  });

test.each(magicValues)('the event of $value', async ({ value, ends, after }) => {
  const verification = await order(value);
  await sandbox.clock.advance(after);
  const deliveries = await sandbox.deliveries.of(verification);
  if (!ends) {
    expect(deliveries).toEqual([]);
    expect(queue.results).toEqual([]);
    return;
  }
  expect(deliveries).toMatchObject([
    { eventType: `document_verification.${ends}`, status: 'succeeded', attemptCount: 1 },
  ]);
  expect(queue.results).toEqual([
    { eventId: deliveries[0]?.eventId, externalId: 'clinician-7', result: results[ends] },
  ]);
});

test('a worker whose secret is set a minute later gets the event at the second attempt', async () => {
  vi.stubEnv('SCREENING_SECRET', undefined);
  const verification = await order('RN954321');
  await sandbox.clock.settle();
  expect(await sandbox.deliveries.of(verification)).toMatchObject([
    { status: 'retrying', attemptCount: 1 },
  ]);
  expect(console.log).toHaveBeenCalledWith(expect.stringContaining('SCREENING_SECRET is not set'));
  expect(queue.results).toEqual([]);

  vi.stubEnv('SCREENING_SECRET', sandbox.secrets[0]);
  await sandbox.clock.advance('1m');
  const deliveries = await sandbox.deliveries.of(verification);
  expect(deliveries).toMatchObject([{ status: 'succeeded', attemptCount: 2 }]);
  expect(queue.results).toMatchObject([{ eventId: deliveries[0]?.eventId, result: 'confirmed' }]);
});

const needSocket: readonly string[] = ['slowly', 'in chunks', 'cut off'];
const isInProcess = ({ transferMode }: Fault): boolean => !needSocket.includes(transferMode);
const inProcess = quickFaults.filter(isInProcess);

test.each(inProcess.map((fault) => [fault.kind, fault] as const))('%s', async (_kind, fault) => {
  const effects = () => queue.results.length;
  await expectFault(sandbox, fault, { externalId: 'clinician-7', effects });
});

test('faults that need a socket cannot be set for a worker that is called in process', async () => {
  const refused = faults.filter((fault) => !isInProcess(fault));
  expect(refused.map(({ kind }) => kind)).toEqual(['chunked', 'slow_body', 'abort_mid_body']);
  for (const { kind } of refused) {
    await expect(sandbox.fault({ kind })).rejects.toMatchObject({ status: 422 });
  }
});
