import { verifyEvent } from '@screening-webhooks/core';
import express, { type Request, type Response } from 'express';
import { onceEach } from './once-each.js';
import type { CreateReceiver } from './receiver.js';

/** An Express route that answers 200 as soon as the signature is valid, and does the work afterwards. */
export const acksFirst: CreateReceiver = (secret, probe) => {
  const handle = onceEach(probe.work);
  const app = express();
  app.set('env', 'test');
  app.post(
    '/webhooks/screening',
    express.raw({ type: 'application/json', limit: '1mb', inflate: false }),
    async (req: Request, res: Response) => {
      const event = await verifyEvent(req.body, req.get('service-signature'), { secret }).catch(
        () => undefined,
      );
      if (!event) {
        res.sendStatus(400);
        return;
      }
      res.sendStatus(200);
      // A failure only reaches the log.
      handle(event.id).catch(() => {});
    },
  );
  return app;
};
