import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createApp } from '../src/create-app.js';
import { screeningHandlers } from '../src/screening-handlers.js';
import { sampleEvent } from './sample-event.js';
import { API_KEY, deliver, SECRET, testApp } from './test-app.js';

const eventAbout = (about: string, id = 'evt_1', clinician = 'ada') =>
  sampleEvent({ id, about, clinician });

describe('an event reaches the data', () => {
  test.each([
    ['completed', { status: 'verified', verificationId: 'ver_evt_1' }],
    [
      'recorded',
      {
        status: 'in_review',
        formData: { licenseNumber: 'RN 480 113', expiresOn: '2031-06-30' },
        files: ['https://files.example/front.jpg', 'https://files.example/back.jpg'],
      },
    ],
    ['failed', { status: 'flagged', reason: 'The source has no such license number.' }],
  ])('%s: the license is %o', async (about, decision) => {
    const { app, clinicians } = testApp();
    const ack = await deliver(app, eventAbout(about));
    expect(ack.status).toBe(200);
    expect(ack.body).toEqual({ outcome: 'processed' });
    expect((await clinicians.find('ada'))?.license).toEqual({ eventId: 'evt_1', ...decision });
  });

  test('failed without an errorMessage is flagged too', async () => {
    const { app, clinicians } = testApp();
    const event = eventAbout('failed');
    await deliver(app, { ...event, data: { ...Object(event.data), errorMessage: null } });
    expect((await clinicians.find('ada'))?.license).toMatchObject({ reason: 'no reason given' });
  });

  test('a later event adds to the history', async () => {
    const { app, clinicians } = testApp();
    await deliver(app, eventAbout('failed', 'evt_1'));
    await deliver(app, eventAbout('completed', 'evt_2'));
    const ada = await clinicians.find('ada');
    expect(ada?.license.status).toBe('verified');
    expect(ada?.history.map(({ eventId }) => eventId)).toEqual(['evt_1', 'evt_2']);
  });
});

describe('an event does not reach the data', () => {
  test('a second time, when it is delivered again', async () => {
    const { app, clinicians } = testApp();
    await deliver(app, eventAbout('completed'));
    const ack = await deliver(app, eventAbout('completed'));
    expect(ack.status).toBe(200);
    expect(ack.body).toEqual({ outcome: 'duplicate' });
    expect((await clinicians.find('ada'))?.history).toHaveLength(1);
  });

  test('a second time, when it is delivered many times at once', async () => {
    const { app, clinicians } = testApp();
    const acks = await Promise.all(
      Array.from({ length: 20 }, () => deliver(app, eventAbout('completed'))),
    );
    for (const { status } of acks) expect([200, 409]).toContain(status);
    expect(acks.filter(({ body }) => body.outcome === 'processed')).toHaveLength(1);
    expect((await clinicians.find('ada'))?.history).toHaveLength(1);
  });

  test('when it was changed in transit', async () => {
    const { app, clinicians } = testApp();
    const ack = await deliver(app, eventAbout('completed', 'evt_1', 'eve'), (body) =>
      body.replace('"eve"', '"ada"'),
    );
    expect(ack.status).toBe(401);
    expect(ack.body).toEqual({ outcome: 'rejected', code: 'signature_mismatch' });
    expect(await clinicians.find('ada')).toMatchObject({ license: { status: 'unverified' } });
  });

  test('when only white space was changed: the signature covers the bytes, not their JSON', async () => {
    const { app, clinicians } = testApp();
    const ack = await deliver(app, eventAbout('completed'), (body) => `${body}\n`);
    expect(ack.status).toBe(401);
    expect((await clinicians.find('ada'))?.history).toHaveLength(0);
  });

  test('when the clinician was deleted; it is not delivered again', async () => {
    const { app } = testApp();
    const ack = await deliver(app, eventAbout('completed', 'evt_1', 'nobody'));
    expect(ack.status).toBe(200);
    expect(ack.body).toEqual({ outcome: 'discarded' });
  });
});

test('a storage error is answered 500 and logged, and the retry is processed', async () => {
  const { clinicians } = testApp();
  let broken = true;
  const { app, log } = testApp({
    async decide(id, decision) {
      if (broken) throw new Error('out of disk');
      return clinicians.decide(id, decision);
    },
  });
  const ack = await deliver(app, eventAbout('completed'));
  expect(ack.status).toBe(500);
  expect(ack.body).toEqual({ outcome: 'failed' });
  expect(log).toContain('screening evt_1 failed: out of disk');

  broken = false;
  expect((await deliver(app, eventAbout('completed'))).body).toEqual({ outcome: 'processed' });
  expect((await clinicians.find('ada'))?.history).toHaveLength(1);
});

test('deliveries are logged like every request, with their outcome', async () => {
  const { app, log } = testApp();
  await deliver(app, eventAbout('completed'));
  await deliver(app, eventAbout('completed'), () => '{}');
  expect(log).toEqual([
    'screening evt_1 processed',
    expect.stringMatching(/^POST \/webhooks\/screening 200 \d+ ms$/),
    'screening no event rejected: signature_mismatch',
    expect.stringMatching(/^POST \/webhooks\/screening 401 \d+ ms$/),
  ]);
});

test('other methods on the path of the receiver get the 404 of the app', async () => {
  const { app } = testApp();
  const answer = await request(app).get('/webhooks/screening');
  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ error: 'not found' });
});

test('the app accepts plain options instead of a receiver', async () => {
  const { clinicians } = testApp();
  const handlers = screeningHandlers(clinicians);
  const screening = { secret: SECRET, handlers };
  const app = createApp({ clinicians, apiKey: API_KEY, log: () => {}, screening });
  expect((await deliver(app, eventAbout('completed'))).body).toEqual({ outcome: 'processed' });
});
