import { verifyEvent } from '@screening-webhooks/core';
import express, { type Express, type Request, type Response } from 'express';
import { onceEach } from './once-each.js';
import type { CreateReceiver } from './probe.js';

// Express routes that verify correctly. They differ in when they do the work, ack and store the id of an event.

function verifiedRoute(
  secret: string,
  handle: (id: string, ack: () => void) => Promise<void>,
): Express {
  const app = express();
  app.set('env', 'test');
  app.post(
    '/webhooks/screening',
    express.raw({ type: 'application/json', limit: '1mb', inflate: false }),
    async (req: Request, res: Response) => {
      const event = await verifyEvent(req.body, req.get('service-signature'), { secret }).catch(
        () => undefined,
      );
      if (event) await handle(event.id, () => res.sendStatus(200));
      else res.sendStatus(400);
    },
  );
  return app;
}

/** Answers 200 as soon as the signature is valid, and does the work afterwards. */
export const acksFirst: CreateReceiver = (secret, probe) => {
  const work = onceEach(probe.work);
  return verifiedRoute(secret, async (id, ack) => {
    ack();
    // A failure only reaches the log.
    work(id).catch(() => {});
  });
};

/** Does the work for each delivery, and then answers. */
export const noDedupe: CreateReceiver = (secret, probe) =>
  verifiedRoute(secret, async (id, ack) => {
    await probe.work(id);
    ack();
  });

/** Stores the id of an event before its work, so that a failed event counts as done. */
export const storesIdEarly: CreateReceiver = (secret, probe) => {
  const seen = new Set<string>();
  return verifiedRoute(secret, async (id, ack) => {
    if (!seen.has(id)) {
      seen.add(id);
      await probe.work(id);
    }
    ack();
  });
};

/** Stores the id of an event after its work, so that concurrent duplicates are processed. */
export const storesIdLate: CreateReceiver = (secret, probe) => {
  const seen = new Set<string>();
  return verifiedRoute(secret, async (id, ack) => {
    if (!seen.has(id)) {
      await probe.work(id);
      seen.add(id);
    }
    ack();
  });
};
