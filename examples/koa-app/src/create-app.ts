import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import type { Receiver, ReceiverOptions } from '@screening-webhooks/core'; // added
import { webhook } from '@screening-webhooks/koa'; // added
import Koa, { type Context } from 'koa';
import { credentialRoutes } from './credential-routes.js';
import type { Credentials } from './credentials.js';
import { type Log, logRequests } from './log-requests.js';

/** The dependencies of the app. */
export interface AppOptions {
  readonly credentials: Credentials;
  readonly log: Log;
  /** `{ secret, handlers }`, or a receiver, which the caller can drain. */
  readonly screening: ReceiverOptions<Context> | Receiver<Context>; // added
}

/** The whole app, not listening yet. */
export function createApp({ credentials, log, screening }: AppOptions): Koa {
  const app = new Koa();
  app.use(logRequests(log));

  // added: before the body parser, which would discard the bytes that the signature is over
  app.use(new Router().post('/webhooks/screening', webhook(screening)).routes());

  app.use(bodyParser());
  app.use(credentialRoutes(credentials).routes());
  return app;
}
