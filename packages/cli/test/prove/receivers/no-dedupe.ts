import { verifyEvent } from '@screening-webhooks/core';
import express, { type Request, type Response } from 'express';
import type { CreateReceiver } from './receiver.js';

/** An Express route that verifies correctly, does the work for each delivery, and then answers. */
export const noDedupe: CreateReceiver = (secret, probe) => {
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
      await probe.work(event.id);
      res.sendStatus(200);
    },
  );
  return app;
};
