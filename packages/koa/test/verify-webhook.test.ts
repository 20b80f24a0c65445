import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { eventBody, SECRET, signedHeaders } from '../../testing/test/support/signed.js';
import { verifyWebhook } from '../src/index.js';
import { koaVersions } from './support/koa-versions.js';

describe.each(koaVersions)('%s', (_version, Koa) => {
  const app = new Koa();
  app.use(verifyWebhook({ secret: SECRET })).use((ctx) => {
    const { type, id } = ctx.state.webhookEvent;
    ctx.status = 202;
    ctx.body = { type, id };
  });

  it('puts the event on the state and lets the app answer', async () => {
    const body = eventBody('evt_v');
    const response = await request(app.callback())
      .post('/hooks')
      .set(await signedHeaders(body))
      .send(body);
    expect(response.status).toBe(202);
    expect(response.body).toEqual({ type: 'document_verification.recorded', id: 'evt_v' });
  });

  it('answers deliveries that it refuses, and does not call the app', async () => {
    const response = await request(app.callback())
      .post('/hooks')
      .set(await signedHeaders('{}'))
      .send(eventBody());
    expect(response.status).toBe(401);
    expect(response.body).toEqual({ outcome: 'rejected', code: 'signature_mismatch' });
  });

  it('passes errors of the app to Koa', async () => {
    const failing = new Koa();
    failing.silent = true;
    failing.use(verifyWebhook({ secret: SECRET })).use((ctx) => ctx.throw(418));
    const body = eventBody();
    const response = await request(failing.callback())
      .post('/hooks')
      .set(await signedHeaders(body))
      .send(body);
    expect(response.status).toBe(418);
  });
});
