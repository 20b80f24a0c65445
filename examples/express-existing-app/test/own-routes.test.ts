import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { requireApiKey } from '../src/require-api-key.js';
import { API_KEY, testApp } from './test-app.js';

const auth = { authorization: `Bearer ${API_KEY}` };

describe('the existing routes of the app', () => {
  test('read and write its own data', async () => {
    const { app } = testApp();
    const added = await request(app).post('/clinicians').set(auth).send({ name: ' Nora Neu ' });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ name: 'Nora Neu', license: { status: 'unverified' } });

    const listed = await request(app).get('/clinicians').set(auth);
    expect(listed.body).toHaveLength(2);
    const one = await request(app).get(`/clinicians/${added.body.id}`).set(auth);
    expect(one.body).toEqual(added.body);
  });

  test.each([
    undefined,
    { authorization: 'Bearer wrong' },
    { authorization: `Bearer ${API_KEY}x` },
    { authorization: API_KEY },
  ])('answer 401 to %o', async (headers) => {
    const { app } = testApp();
    const answer = await request(app)
      .get('/clinicians')
      .set(headers ?? {});
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: 'unauthorized' });
  });

  test('refuse an empty key when the app is built', () => {
    expect(() => requireApiKey('')).toThrow('API_KEY');
  });

  test.each([
    ['no name', {}],
    ['a name that is not a string', { name: 7 }],
    ['an array', ['name']],
  ])('answer 400 to a body with %s', async (_what, body) => {
    const { app } = testApp();
    const answer = await request(app).post('/clinicians').set(auth).send(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: 'name is missing' });
  });

  test('still pass malformed JSON to the error handler', async () => {
    const { app } = testApp();
    const answer = await request(app)
      .post('/clinicians')
      .set({ ...auth, 'content-type': 'application/json' })
      .send('{ "name": ');
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringContaining('JSON') });
  });

  test('answer 404 as JSON', async () => {
    const { app } = testApp();
    for (const path of ['/nowhere', '/clinicians/nobody']) {
      const answer = await request(app).get(path).set(auth);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ error: 'not found' });
    }
  });

  test('log the reason of an error and do not send it', async () => {
    const { app, log } = testApp({
      list: () => Promise.reject(new Error('connection refused by 10.0.0.7')),
    });
    const answer = await request(app).get('/clinicians').set(auth);
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ error: 'internal error' });
    expect(log).toContain('GET /clinicians failed: connection refused by 10.0.0.7');
  });

  test('are logged, one line for each request', async () => {
    const { app, log } = testApp();
    await request(app).get('/clinicians?page=2').set(auth);
    expect(log).toEqual([expect.stringMatching(/^GET \/clinicians\?page=2 200 \d+ ms$/)]);
  });
});
