import { Hono } from 'hono';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { describe, expect, it, vi } from 'vitest';
import { verifyWebhook } from '../src/index.js';
import { transports } from './support/transports.js';

describe.each(transports)('%s', (_transport, send) => {
  const app = () =>
    new Hono().post('/hooks', verifyWebhook({ secret: SECRET }), (c) => {
      const { type, id } = c.get('webhookEvent');
      return c.json({ type, id }, 202);
    });

  it('puts the event on the context and lets the app answer', async () => {
    const body = eventBody('evt_v');
    const headers = await signedHeaders(body);
    const response = await send(app(), '/hooks', { method: 'POST', headers, body });
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ type: 'document_verification.recorded', id: 'evt_v' });
  });

  it('answers deliveries that it refuses, and does not call the app', async () => {
    const headers = await signedHeaders('{}');
    const called = vi.fn();
    const refusing = new Hono().post('/hooks', verifyWebhook({ secret: SECRET }), called);
    const response = await send(refusing, '/hooks', { method: 'POST', headers, body: eventBody() });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ outcome: 'rejected', code: 'signature_mismatch' });
    expect(called).not.toHaveBeenCalled();
  });
});
