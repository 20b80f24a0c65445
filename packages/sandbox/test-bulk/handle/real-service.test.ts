import { createReceiver, type Receiver } from '@screening-webhooks/core';
import { serve } from 'screening-webhooks-test-support/serve';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.js';

const { now } = Date;
const license = {
  documentConfigSlug: 'rn-license',
  state: 'CA',
  formData: { licenseNumber: 'SBX-OK-1' },
};
let sandbox: Sandbox;
let receiver: Receiver;
const urls: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({
    endpoint: 'http://localhost/webhooks/screening',
    deliverTo: (request) => {
      urls.push(request.url);
      return receiver.fetch(request);
    },
  });
});
beforeEach(() => sandbox.reset());
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => sandbox.close());

it('delivers to a receiver under fake timers, retries included', async () => {
  vi.useFakeTimers({ now: new Date('2001-01-01T00:00:00Z') });
  const failed = vi.fn().mockRejectedValueOnce(new Error('the database is down'));
  receiver = createReceiver({
    secret: sandbox.secrets,
    now,
    handlers: { 'document_verification.failed': failed },
    observe: false,
  });
  const verification = await sandbox.verifications.create({
    ...license,
    formData: { licenseNumber: 'SBX-NOTFOUND-1' },
  });
  const move = await sandbox.clock.advance('15m');
  expect(move.deliveries).toEqual({ succeeded: 1, failed: 1 });
  expect(failed).toHaveBeenCalledTimes(2);
  expect(new Set(urls)).toEqual(new Set(['http://localhost/webhooks/screening']));
  expect(await sandbox.deliveries.of(verification)).toMatchObject([
    { status: 'succeeded', attemptCount: 2, eventType: 'document_verification.failed' },
  ]);
  const { verificationId } = verification;
  expect(await sandbox.verifications.get(verificationId)).toMatchObject({ status: 'FAILED' });
  const { data } = await sandbox.client.documentVerifications.list({ externalId: verificationId });
  expect(data).toMatchObject([{ verificationId, status: 'FAILED' }]);
});

it('replays a delivery, and lists deliveries', async () => {
  const failed = vi.fn().mockRejectedValueOnce(new Error('the database is down'));
  const start = (): void => {
    receiver = createReceiver({
      secret: sandbox.secrets,
      handlers: { '*': failed },
      observe: false,
    });
  };
  start();
  const { verificationId } = await sandbox.verifications.create(license);
  await sandbox.clock.advance('15m');
  const [delivery] = await sandbox.deliveries.of(verificationId);
  if (!delivery) throw new Error('There is no delivery.');
  expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 2 });
  start();
  expect(await sandbox.deliveries.replay(delivery)).toMatchObject({ status: 'succeeded' });
  await expect(sandbox.deliveries.replay(delivery.id)).rejects.toThrow('409 state_conflict');
  await sandbox.clock.settle();
  expect(failed).toHaveBeenCalledTimes(3);
  expect(await sandbox.deliveries.list({ status: 'succeeded' })).toMatchObject({
    data: [{ id: delivery.id, attemptCount: 3 }],
    hasMore: false,
  });
  expect(await sandbox.deliveries.list({ status: 'failed' })).toMatchObject({ data: [] });
});

it('answers a move within a move with a conflict', async () => {
  const nested: unknown[] = [];
  receiver = createReceiver({
    secret: sandbox.secrets,
    handlers: {
      'document_verification.completed': () =>
        sandbox.clock.advance('1m').catch((error: unknown) => nested.push(error)),
    },
  });
  await sandbox.verifications.create(license);
  await sandbox.clock.advance('15m');
  expect(nested).toMatchObject([{ status: 409, problem: { code: 'clock_held' } }]);
});

it('lists the attempts of a delivery that did not succeed', async () => {
  receiver = createReceiver({ secret: 'another', handlers: { '*': () => {} }, observe: false });
  await sandbox.verifications.create(license);
  await sandbox.clock.advance('15m');
  const succeeded = sandbox.deliveries.waitFor(({ status }) => status === 'succeeded', {
    timeout: 0,
  });
  await expect(succeeded).rejects.toThrow(
    /dlv_\w+ document_verification.completed failed\n( {2}#\d \S+Z failed 401, it said: \{"outcome":"rejected","code":"signature_mismatch"\}\n){5}The clock is frozen/,
  );
});

it('does not wait in vain on a frozen clock, and names the next job', async () => {
  receiver = createReceiver({ secret: sandbox.secrets, now, handlers: { '*': () => {} } });
  const formData = { licenseNumber: 'SBX-SLOW-1' };
  await sandbox.verifications.create({ ...license, formData });
  await sandbox.clock.settle();
  const never = { timeout: 3_600_000 };
  await expect(sandbox.deliveries.waitFor(() => true, never)).rejects.toThrow(
    /nothing is due\.\nThere are no deliveries\. The clock is frozen at \S+, and the next job is due at \S+\. .*sandbox\.clock\.next\(\)/,
  );
  const [delivery] = await Promise.all([
    sandbox.deliveries.waitFor(({ status }) => status === 'succeeded', never),
    sandbox.clock.advance('2d'),
  ]);
  expect(delivery.attemptCount).toBe(1);
});

it('refuses what the API refuses, field by field', async () => {
  const wrong = sandbox.verifications.create({ documentConfigSlug: 'none', state: 'California' });
  await expect(wrong).rejects.toThrow(/: 422 validation_failed\n(.*\n)* {2}state: /);
});

it('delivers over HTTP while real time passes, with the keys and secrets of every run', async () => {
  const { port } = await serve((_, response) => response.end());
  const real = await startSandbox({ clock: 'real', endpoint: `http://localhost:${port}/hooks` });
  try {
    expect([real.keys, real.secrets]).toEqual([sandbox.keys, sandbox.secrets]);
    const { verificationId } = await real.verifications.create(license);
    const delivery = await real.deliveries.waitFor(({ status }) => status === 'succeeded', {
      timeout: 60_000,
    });
    expect(await real.deliveries.of(verificationId)).toEqual([delivery]);
  } finally {
    await real.close();
  }
});

it('does not start on a busy port', async () => {
  const port = Number(new URL(sandbox.url).port);
  await expect(startSandbox({ port })).rejects.toMatchObject({
    code: 'not_started',
    cause: { code: 'EADDRINUSE' },
  });
});

it('has faults, triggers and snapshots', async () => {
  const events: string[] = [];
  const type = 'document_verification.completed';
  const snapshot = await sandbox.snapshot();
  await sandbox.fault({ kind: 'duplicate_concurrent' });
  const removed = await sandbox.fault({ kind: 'missing_t', times: null });
  await removed.remove();
  for (let round = 0; round < 2; round += 1) {
    // The same ids come again after a restore, so the receiver must not remember them.
    receiver = createReceiver({
      secret: sandbox.secrets,
      now,
      handlers: {
        '*': (event) => {
          events.push(event.id);
        },
      },
      observe: false,
    });
    const { events: made } = await sandbox.trigger({ type, set: { 'data.state': 'TX' } });
    await sandbox.clock.settle();
    expect(events.splice(0)).toEqual(made.map(({ id }) => id));
    await snapshot.restore();
    expect(await sandbox.deliveries.waitFor(() => true, { timeout: 0 }).catch(String)).toMatch(
      'no delivery matched',
    );
  }
  await snapshot.remove();
  await expect(snapshot.restore()).rejects.toMatchObject({ status: 404 });
  const { verificationIds } = await sandbox.trigger({ type, via: 'api' });
  expect(await sandbox.verifications.get(String(verificationIds[0]))).toMatchObject({
    formData: { licenseNumber: 'SBX-OK-1' },
  });

  await sandbox.fault({ kind: 'connection_reset' });
  await expect(sandbox.verifications.list()).rejects.toThrow('Injected by the fault');
  await sandbox.fault({ kind: 'rate_limit' });
  await expect(sandbox.verifications.list()).rejects.toMatchObject({ status: 429 });
  await expect(sandbox.fault({ kind: 'slow_body' })).rejects.toThrow('needs an endpoint on a port');
});
