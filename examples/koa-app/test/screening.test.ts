import { createReceiver } from '@screening-webhooks/core';
import { fixture, type SignedDelivery, sign } from '@screening-webhooks/testing';
import type { Context } from 'koa';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '../src/create-app.js';
import { type Credentials, memoryCredentials } from '../src/credentials.js';
import { screeningHandlers } from '../src/screening-handlers.js';

const SECRET = 'whsec_koa';
const { externalId: reference } = fixture('document_verification.completed').data;

/** The app with one license and an array as log. `replaced` replaces operations of the storage. */
async function testApp(replaced: Partial<Credentials> = {}) {
  const credentials = memoryCredentials();
  await credentials.save(reference, 'unverified');
  const log: string[] = [];
  const screening = createReceiver<Context>({
    secret: SECRET,
    handlers: screeningHandlers({ ...credentials, ...replaced }),
  });
  const app = createApp({ credentials, screening, log: (line) => void log.push(line) });
  return { app: app.callback(), credentials, log, screening };
}

type App = Awaited<ReturnType<typeof testApp>>['app'];

const deliver = (app: App, { headers, body }: SignedDelivery) =>
  request(app).post('/webhooks/screening').set(headers).send(body);

test.each([
  ['document_verification.completed', 'verified'],
  ['document_verification.recorded', 'in_review'],
  ['document_verification.failed', 'rejected'],
] as const)('%s: the license is %s', async (type, status) => {
  const { app, log } = await testApp();
  const ack = await deliver(app, await sign(fixture(type), { secret: SECRET }));
  expect(ack.status).toBe(200);
  expect(ack.body).toEqual({ outcome: 'processed' });
  expect((await request(app).get(`/credentials/${reference}`)).body).toEqual({ status });
  expect(log).toEqual(['POST /webhooks/screening 200', `GET /credentials/${reference} 200`]);
});

test('the exact bytes are verified, not their JSON', async () => {
  const { app, credentials } = await testApp();
  const event = fixture('document_verification.completed', {
    data: { formData: { holderName: 'Zoë 王小明' } },
  });
  // White space and escapes that JSON.stringify does not write.
  const body = JSON.stringify(event, null, 4).replaceAll('/', '\\/');
  const delivery = await sign(`\n${body}`, { secret: SECRET });
  expect((await deliver(app, delivery)).body).toEqual({ outcome: 'processed' });
  expect(await credentials.statusOf(reference)).toBe('verified');
});

test('a delivery that was changed in transit: 401, and nothing is written', async () => {
  const { app, credentials, log } = await testApp();
  const event = fixture('document_verification.completed');
  const delivery = await sign(event, { secret: SECRET });
  const ack = await deliver(app, delivery.tampered());
  expect(ack.status).toBe(401);
  expect(ack.body).toEqual({ outcome: 'rejected', code: 'signature_mismatch' });
  expect(await credentials.statusOf(reference)).toBe('unverified');
  expect(log).toEqual(['POST /webhooks/screening 401']);
});

test('the receiver, not the body parser, refuses a body that is not valid JSON', async () => {
  const { app } = await testApp();
  const ack = await deliver(app, await sign('{ not JSON', { secret: SECRET }));
  expect(ack.status).toBe(400);
  expect(ack.body).toEqual({ outcome: 'rejected', code: 'event_malformed' });
});

test('a deleted license: discarded, and not delivered again', async () => {
  const { app } = await testApp();
  const event = fixture('document_verification.completed', { data: { externalId: 'nobody' } });
  const ack = await deliver(app, await sign(event, { secret: SECRET }));
  expect(ack.status).toBe(200);
  expect(ack.body).toEqual({ outcome: 'discarded' });
});

test('a storage error: 500, and the retry is processed once', async () => {
  const saved: string[] = [];
  const { app } = await testApp({
    async save(_reference, status) {
      saved.push(status);
      if (saved.length === 1) throw new Error('out of disk');
    },
  });
  const delivery = await sign(fixture('document_verification.failed'), { secret: SECRET });
  expect((await deliver(app, delivery)).status).toBe(500);
  expect((await deliver(app, await delivery.retry())).body).toEqual({ outcome: 'processed' });
  expect((await deliver(app, await delivery.retry())).body).toEqual({ outcome: 'duplicate' });
  expect(saved).toEqual(['rejected', 'rejected']);
});

test('a receiver that drains: 503, so that the service delivers again', async () => {
  const { app, screening } = await testApp();
  await screening.drain();
  const delivery = await sign(fixture('document_verification.completed'), { secret: SECRET });
  expect((await deliver(app, delivery)).status).toBe(503);
});

test('the app’s own routes still have their bodies parsed', async () => {
  const { app, log } = await testApp();
  const added = await request(app).post('/credentials').send({ reference: 'clinician-1' });
  expect(added.status).toBe(201);
  expect((await request(app).get('/credentials/clinician-1')).body).toEqual({
    status: 'unverified',
  });
  expect((await request(app).post('/credentials').send({})).status).toBe(400);
  expect((await request(app).get('/credentials/nobody')).status).toBe(404);
  expect(log).toContain('POST /credentials 201');
});
