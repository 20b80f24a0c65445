import type { HttpServer } from '@nestjs/common';
import type { Receiver } from '@screening-webhooks/core';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as fastifyWebhook } from '@screening-webhooks/fastify';
import type { NestFramework } from './nest-framework.js';

/** The methods of an Express 4 or 5 app that are used here. */
interface ExpressApp {
  all(path: string, handler: ReturnType<typeof expressWebhook>): unknown;
  /** Express 5. */
  readonly router: Router;
  /** Express 4, where `router` throws. */
  readonly _router?: Router;
}

interface Router {
  readonly stack: { readonly name: string }[];
}

interface FastifyApp {
  register(
    plugin: ReturnType<typeof fastifyWebhook>,
    options: { readonly prefix: string },
  ): unknown;
}

/**
 * Mounts a receiver on the framework below Nest, beside the routes of Nest: its global prefix, versions, guards, interceptors, pipes
 * and body parsers do not take part.
 *
 * @throws TypeError for a framework other than Express and Fastify.
 */
export function mountRoute(
  adapter: HttpServer,
  path: string,
  receiver: Receiver<NestFramework>,
): void {
  const type = adapter.getType();
  if (type === 'express') {
    const app: ExpressApp = adapter.getInstance();
    app.all(path, expressWebhook(receiver));
    moveToFront(app._router ?? app.router);
  } else if (type === 'fastify') {
    const app: FastifyApp = adapter.getInstance();
    app.register(fastifyWebhook(receiver), { prefix: path });
  } else {
    throw new TypeError(
      `ScreeningWebhooksModule: the HTTP adapter '${type}' is unknown. Use Express or Fastify, or call receive of ScreeningReceiver in a route of your own.`,
    );
  }
}

/**
 * Moves the last layer in front of the body parsers, which Nest and `app.use` have added before. Nest finds its parsers in
 * the same list.
 */
function moveToFront({ stack }: Router): void {
  const layer = stack.pop();
  // The first layers of Express 4 make the request and the response those of Express.
  const own = stack.findLastIndex(({ name }) => name === 'query' || name === 'expressInit');
  if (layer) stack.splice(own + 1, 0, layer);
}
