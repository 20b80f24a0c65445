import { once } from 'node:events';
import { createServer } from 'node:http';
import { startSandbox } from '@screening-webhooks/sandbox';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from './app.js';

const save = vi.fn();
let app;
let server;
let sandbox;

beforeAll(async () => {
  server = createServer((req, res) => app(req, res)).listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  sandbox = await startSandbox({ endpoint: `http://localhost:${port}/webhooks/screening` });
});
beforeEach(async () => {
  await sandbox.reset();
  save.mockReset();
  app = createApp(sandbox.secrets, save);
});
afterAll(async () => {
  await sandbox.close();
  server.close();
});

const verify = (licenseNumber) =>
  sandbox.verifications.create({
    documentConfigSlug: 'rn-license',
    state: 'CA',
    externalId: 'clinician-1',
    formData: { licenseNumber },
  });

test('a license that its board knows', async () => {
  const verification = await verify('RN1234');
  await sandbox.clock.settle();
  expect(save).toHaveBeenCalledExactlyOnceWith('clinician-1', 'verified');
  expect(await sandbox.deliveries.of(verification)).toMatchObject([
    { status: 'succeeded', attemptCount: 1 },
  ]);
});

test('a license that was revoked', async () => {
  await verify('SBX-REVOKED-1');
  await sandbox.clock.settle();
  expect(save).toHaveBeenCalledExactlyOnceWith('clinician-1', expect.stringContaining('revoked'));
});

test('a database that is down: the event comes again after a minute', async () => {
  save.mockRejectedValueOnce(new Error('The database is down.'));
  const verification = await verify('RN1234');
  await sandbox.clock.settle();
  expect(await sandbox.deliveries.of(verification)).toMatchObject([
    { status: 'retrying', attemptCount: 1 },
  ]);
  await sandbox.clock.advance('1m');
  expect(save).toHaveBeenCalledTimes(2);
  expect(await sandbox.deliveries.of(verification)).toMatchObject([
    { status: 'succeeded', attemptCount: 2 },
  ]);
});