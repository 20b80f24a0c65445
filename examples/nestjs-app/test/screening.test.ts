import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ScreeningReceiver } from '@screening-webhooks/nestjs';
import { fixture, type SignedDelivery, sign } from '@screening-webhooks/testing';
import request from 'supertest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AppModule } from '../src/app-module.js';
import { Licenses } from '../src/licenses.js';

const SECRET = 'whsec_nest';
const { externalId: reference } = fixture('document_verification.completed').data;

/** The app with one license. */
async function testApp(): Promise<INestApplication> {
  vi.stubEnv('SCREENING_SECRET', SECRET);
  const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
  const app = module.createNestApplication({ logger: false });
  app.setGlobalPrefix('api');
  await app.init();
  onTestFinished(() => app.close());
  await app.get(Licenses).save(reference, 'unverified');
  return app;
}

const deliver = (app: INestApplication, { headers, body }: SignedDelivery) =>
  request(app.getHttpServer()).post('/webhooks/screening').set(headers).send(body);

test.each([
  ['document_verification.completed', 'verified'],
  ['document_verification.recorded', 'in_review'],
  ['document_verification.failed', 'rejected'],
] as const)('%s: the license is %s', async (type, status) => {
  const app = await testApp();
  const ack = await deliver(app, await sign(fixture(type), { secret: SECRET }));
  expect(ack.body).toEqual({ outcome: 'processed' });
  const shown = await request(app.getHttpServer()).get(`/api/licenses/${reference}`);
  expect(shown.body).toEqual({ status });
});

test('a delivery that was changed in transit: 401, and nothing is written', async () => {
  const app = await testApp();
  const event = fixture('document_verification.completed');
  const ack = await deliver(app, (await sign(event, { secret: SECRET })).tampered());
  expect(ack.status).toBe(401);
  expect(await app.get(Licenses).statusOf(reference)).toBe('unverified');
});

test('a handler alone, without HTTP and without a signature', async () => {
  const app = await testApp();
  const { dispatch } = app.get(ScreeningReceiver, { strict: false });
  const event = fixture('document_verification.failed', { data: { externalId: 'nobody' } });
  expect(await dispatch(event)).toMatchObject({ kind: 'discarded' });
});

test('the own routes of the app still have their bodies parsed', async () => {
  const server = (await testApp()).getHttpServer();
  const added = await request(server).post('/api/licenses').send({ reference: 'clinician-1' });
  expect(added.status).toBe(201);
  expect((await request(server).get('/api/licenses/clinician-1')).body).toEqual({
    status: 'unverified',
  });
});
