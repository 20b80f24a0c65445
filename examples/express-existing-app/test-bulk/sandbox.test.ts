import { type Sandbox, type SandboxVerification, startSandbox } from '@screening-webhooks/sandbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectFault } from '../../../packages/sandbox/test/support/expect-fault.js';
import { magicValues } from '../../../packages/sandbox/test/support/magic-values.js';
import { quickFaults } from '../../../packages/sandbox/test/support/quick-faults.js';
import { type Running, serve } from '../src/serve.js';
import { testApp } from '../test/test-app.js';

// The service delivers to the app over HTTP.

const statuses = { completed: 'verified', failed: 'flagged', recorded: 'in_review' };

let sandbox: Sandbox;
let running: Running;
let instance: ReturnType<typeof testApp>;

beforeAll(async () => {
  const current = { drain: () => instance.screening.drain() };
  running = await serve((req, res) => instance.app(req, res), current, 0);
  sandbox = await startSandbox({ endpoint: `${running.url}/webhooks/screening` });
});
beforeEach(async () => {
  await sandbox.reset();
  instance = testApp({}, sandbox.secrets);
});
afterAll(async () => {
  await sandbox.close();
  await running.stop();
});

const order = (licenseNumber: string): Promise<SandboxVerification> =>
  sandbox.verifications.create({
    documentConfigSlug: 'rn-license',
    state: 'CA',
    externalId: 'ada',
    formData: { licenseNumber },
  });

test.each(magicValues)('the event of $value', async ({ value, ends, after }) => {
  const verification = await order(value);
  await sandbox.clock.advance(after);
  const deliveries = await sandbox.deliveries.of(verification);
  const ada = await instance.clinicians.find('ada');
  if (!ends) {
    expect(deliveries).toEqual([]);
    expect(ada).toMatchObject({ license: { status: 'unverified' }, history: [] });
    return;
  }
  expect(deliveries).toMatchObject([
    { eventType: `document_verification.${ends}`, status: 'succeeded', attemptCount: 1 },
  ]);
  const decision = { status: statuses[ends], eventId: deliveries[0]?.eventId };
  expect(ada).toMatchObject({ license: decision, history: [decision] });
});

test('a deploy: the old process drains, and the new one gets the event after a minute', async () => {
  const { clinicians, log, screening } = instance;
  await screening.drain();
  const verification = await order('SBX-NOTFOUND-1');
  await sandbox.clock.settle();
  expect(await sandbox.deliveries.of(verification)).toMatchObject([
    { status: 'retrying', attemptCount: 1 },
  ]);
  expect(log.at(-1)).toMatch(/^POST \/webhooks\/screening 503/);
  expect((await clinicians.find('ada'))?.history).toEqual([]);

  instance = testApp(clinicians, sandbox.secrets);
  await sandbox.clock.advance('1m');
  const deliveries = await sandbox.deliveries.of(verification);
  expect(deliveries).toMatchObject([{ status: 'succeeded', attemptCount: 2 }]);
  expect(await clinicians.find('ada')).toMatchObject({
    license: {
      status: 'flagged',
      reason: 'No license with this number was found at the issuing source.',
    },
    history: [{ eventId: deliveries[0]?.eventId }],
  });
});

test.each(quickFaults.map((fault) => [fault.kind, fault] as const))('%s', async (_kind, fault) => {
  await expectFault(sandbox, fault, {
    externalId: 'ada',
    effects: async () => (await instance.clinicians.find('ada'))?.history.length ?? 0,
  });
});
