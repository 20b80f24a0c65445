import { verifyEvent } from '@screening-webhooks/core';
import express, { type Request, type Response } from 'express';
import type { CreateReceiver } from './receiver.js';

/** An Express route that stores the id of an event before its work, so that a failed event counts as done. */
export const storesIdEarly: CreateReceiver = (secret, probe) => {
  const seen = new Set<string>();
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
      if (!seen.has(event.id)) {
        seen.add(event.id);
        await probe.work(event.id);
      }
      res.sendStatus(200);
    },
  );
  return app;
};
