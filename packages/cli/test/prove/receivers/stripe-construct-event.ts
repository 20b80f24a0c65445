import express, { type Request, type Response } from 'express';
import Stripe from 'stripe';
import { onceEach } from './once-each.js';
import type { CreateReceiver } from './probe.js';

/** An Express route that uses `constructEvent` of the `stripe` package, whose headers look the same. */
export const stripeConstructEvent: CreateReceiver = (secret, probe) => {
  const stripe = new Stripe('sk_unused');
  const handle = onceEach(probe.work);
  const app = express();
  app.set('env', 'test');
  app.post(
    '/webhooks/screening',
    express.raw({ type: 'application/json', limit: '1mb' }),
    async (req: Request, res: Response) => {
      let event: Stripe.Event;
      try {
        const signature = req.get('service-signature') ?? '';
        event = stripe.webhooks.constructEvent(req.body, signature, secret);
      } catch (error) {
        res.status(400).send(`Webhook Error: ${error instanceof Error ? error.message : ''}`);
        return;
      }
      if (typeof event?.id !== 'string') {
        res.status(400).send('no event');
        return;
      }
      await handle(event.id);
      res.json({ received: true });
    },
  );
  return app;
};
