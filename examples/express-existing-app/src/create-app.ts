import type { Receiver, ReceiverOptions } from '@screening-webhooks/core'; // added
import { type ExpressFramework, keepRawBody, webhook } from '@screening-webhooks/express'; // added
import express, { type Express } from 'express';
import { answerErrors, answerNotFound } from './answer-errors.js';
import { clinicianRoutes } from './clinician-routes.js';
import type { Clinicians } from './clinicians.js';
import { type Log, logRequests } from './log-requests.js';
import { requireApiKey } from './require-api-key.js';

/** The dependencies of the app. */
export interface AppOptions {
  readonly clinicians: Clinicians;
  /** Clients send it as `Authorization: Bearer <apiKey>`. */
  readonly apiKey: string;
  readonly log: Log;
  /** `{ secret, handlers }`, or a receiver, which the caller can drain. */
  readonly screening: ReceiverOptions<ExpressFramework> | Receiver<ExpressFramework>; // added
}

/** The whole app, not listening yet. */
export function createApp({ clinicians, apiKey, log, screening }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');

  app.use(logRequests(log));
  app.use(express.json({ verify: keepRawBody })); // changed: was express.json()

  app.use('/clinicians', requireApiKey(apiKey), clinicianRoutes(clinicians));
  app.post('/webhooks/screening', webhook(screening)); // added

  app.use(answerNotFound);
  app.use(answerErrors(log));
  return app;
}
