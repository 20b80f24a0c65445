import type { RequestListener } from 'node:http';
import { createReceiver } from '@screening-webhooks/core';
import { type Sandbox, type SandboxVerification, startSandbox } from '@screening-webhooks/sandbox';
import type { Context } from 'koa';
import { type ServedApp, startServer } from 'screening-webhooks-test-support/serve';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectFault } from '../../../packages/sandbox/test/support/expect-fault.js';
import { magicValues } from '../../../packages/sandbox/test/support/magic-values.js';
import { quickFaults } from '../../../packages/sandbox/test/support/quick-faults.js';
import { createApp } from '../src/create-app.js';
import { type Credentials, memoryCredentials } from '../src/credentials.js';
import { screeningHandlers } from '../src/screening-handlers.js';

// The service delivers to the app over HTTP.

const reference = 'clinician-7';
const statuses = { completed: 'verified', failed: 'rejected', recorded: 'in_review' };

let sandbox: Sandbox;
let served: ServedApp;
let credentials: Credentials;
/** How often a handler has saved a status. */
let saves: number;
/** `undefined` while the app is down. */
let app: RequestListener | undefined;

beforeAll(async () => {
  served = await startServer((req, res) => (app ? app(req, res) : req.socket.destroy()));
  sandbox = await startSandbox({ endpoint: `${served.url}/webhooks/screening` });
});
beforeEach(async () => {
  await sandbox.reset();
  credentials = memoryCredentials();
  await credentials.save(reference, 'unverified');
  saves = 0;
  startApp();
});
afterAll(async () => {
  await sandbox.close();
  served.stop();
});

function startApp(): void {
  const screening = createReceiver<Context>({
    secret: sandbox.secrets,
    handlers: screeningHandlers({
      ...credentials,
      async save(license, status) {
        await credentials.save(license, status);
        saves += 1;
      },
    }),
  });
  const koa = createApp({ credentials, screening, log: () => {} });
  // Koa would print the connections that a fault breaks.
  koa.silent = true;
  app = koa.callback();
}

const order = (licenseNumber: string): Promise<SandboxVerification> =>
  sandbox.verifications.create({
    documentConfigSlug: 'rn-license',
    state: 'CA',
    externalId: reference,
    formData: { licenseNumber },
  });

test.each(magicValues)('the event of $value', async ({ value, ends, after }) => {
  const verification = await order(value);
  await sandbox.clock.advance(after);
  expect(await sandbox.deliveries.of(verification)).toMatchObject(
    ends
      ? [{ eventType: `document_verification.${ends}`, status: 'succeeded', attemptCount: 1 }]
      : [],
  );
  expect(await credentials.statusOf(reference)).toBe(ends ? statuses[ends] : 'unverified');
});

test('an app that is down for a minute gets the event at the second attempt', async () => {
  app = undefined;
  const verification = await order('RN954321');
  await sandbox.clock.settle();
  expect(await sandbox.deliveries.of(verification)).toMatchObject([
    { status: 'retrying', attemptCount: 1 },
  ]);
  expect(await credentials.statusOf(reference)).toBe('unverified');

  startApp();
  await sandbox.clock.advance('1m');
  expect(await sandbox.deliveries.of(verification)).toMatchObject([
    { status: 'succeeded', attemptCount: 2 },
  ]);
  expect(await credentials.statusOf(reference)).toBe('verified');
});

test.each(quickFaults.map((fault) => [fault.kind, fault] as const))('%s', async (_kind, fault) => {
  await expectFault(sandbox, fault, { externalId: reference, effects: () => saves });
});
