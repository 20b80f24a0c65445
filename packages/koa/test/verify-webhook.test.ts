import Koa from 'koa';
import { postHook } from 'screening-webhooks-test-support/post-hook';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { expect, it, vi } from 'vitest';
import { verifyWebhook } from '../src/index.js';

const app = () =>
  new Koa().use(verifyWebhook({ secret: SECRET })).use((ctx) => {
    const { type, id } = ctx.state.webhookEvent;
    ctx.status = 202;
    ctx.body = { type, id };
  });

it('puts the event on the state and lets the app answer', async () => {
  const response = await postHook(app().callback(), eventBody('evt_v'));
  expect(response.status).toBe(202);
  expect(response.body).toEqual({ type: 'document_verification.recorded', id: 'evt_v' });
});

it('answers deliveries that it refuses, and does not call the app', async () => {
  const called = vi.fn();
  const refusing = new Koa().use(verifyWebhook({ secret: SECRET })).use(called);
  const response = await postHook(refusing.callback(), eventBody(), await signedHeaders('{}'));
  expect(response.status).toBe(401);
  expect(response.body).toEqual({ outcome: 'rejected', code: 'signature_mismatch' });
  expect(called).not.toHaveBeenCalled();
});

it('passes errors of the app to Koa', async () => {
  const failing = new Koa();
  failing.silent = true;
  failing.use(verifyWebhook({ secret: SECRET })).use((ctx) => ctx.throw(418));
  const response = await postHook(failing.callback());
  expect(response.status).toBe(418);
});
