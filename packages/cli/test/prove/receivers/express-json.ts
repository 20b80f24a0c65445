import express from 'express';
import { checkText } from './check-text.js';
import { onceEach } from './once-each.js';
import type { CreateReceiver } from './probe.js';

/** An Express route behind `express.json()` that verifies `JSON.stringify(req.body)`. */
export const expressJson: CreateReceiver = (secret, probe) => {
  const handle = onceEach(probe.work);
  const app = express();
  app.set('env', 'test');
  app.use(express.json({ limit: '1mb' }));
  app.post('/webhooks/screening', async (req, res) => {
    if (!checkText(JSON.stringify(req.body), req.get('service-signature'), secret)) {
      res.status(401).json({ error: 'wrong signature' });
      return;
    }
    if (typeof req.body?.id !== 'string') {
      res.status(400).json({ error: 'no event' });
      return;
    }
    await handle(req.body.id);
    res.json({ received: true });
  });
  return app;
};
