import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { checkText } from './check-text.js';
import { onceEach } from './once-each.js';
import type { CreateReceiver } from './probe.js';

/** A Hono route that verifies the re-serialized `c.req.json()`. */
export const honoJson: CreateReceiver = (secret, probe): RequestListener => {
  const handle = onceEach(probe.work);
  const app = new Hono();
  app.post('/webhooks/screening', async (c) => {
    const event = await c.req.json();
    if (!checkText(JSON.stringify(event), c.req.header('service-signature'), secret)) {
      return c.json({ error: 'wrong signature' }, 401);
    }
    if (typeof event?.id !== 'string') return c.json({ error: 'no event' }, 400);
    await handle(event.id);
    return c.json({ received: true });
  });
  app.onError((_error, c) => c.json({ error: 'internal error' }, 500));
  return getRequestListener(app.fetch);
};
