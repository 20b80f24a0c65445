import type { HttpServer } from '@nestjs/common';
import type { Receiver } from '@screening-webhooks/core';
import { isUnread } from '@screening-webhooks/core/node';
import { webhook } from '@screening-webhooks/express';
import { bodyKeeper, type ReadOptions, withKeptBody } from './keep-body.js';
import type { NestFramework } from './nest-framework.js';

type ExpressHandler = (...call: Parameters<ReturnType<typeof webhook>>) => unknown;

/** The members of an Express 4 or 5 app that are used here. */
interface ExpressApp {
  all(path: string, handler: ExpressHandler): unknown;
  post(path: string, handler: ExpressHandler): unknown;
  /** Express 5. */
  readonly router: Router;
  /** Express 4, where `router` throws. */
  readonly _router?: Router;
}

interface Router {
  readonly stack: Layer[];
}

interface Layer {
  readonly name: string;
}

/** The last layer of the middleware of an app, by the layers of the app. */
const lastMiddleware = new WeakMap<Layer[], Layer | undefined>();

/**
 * Finds out where the middleware of an Express app ends and the routes of its controllers begin: both may be layers for a method and a
 * path, so the layers themselves do not tell. Called while Nest configures its modules: `app.use` and the body parsers
 * have come, and the middleware of the modules comes next.
 */
export function watchMiddleware(adapter: HttpServer): void {
  if (adapter.getType() !== 'express') return;
  const stack = stackOf(adapter.getInstance());
  const isWatched = lastMiddleware.has(stack);
  lastMiddleware.set(stack, stack.at(-1));
  if (isWatched) return;
  const create = adapter.createMiddlewareFactory.bind(adapter);
  adapter.createMiddlewareFactory = async (method) => {
    const register = await create(method);
    return (path, middleware) => {
      register(path, middleware);
      lastMiddleware.set(stack, stack.at(-1));
    };
  };
}

/**
 * Mounts a receiver in two layers: one in front of the body parsers and all other middleware, which keeps the bytes of a signed
 * delivery, and the handler behind the middleware, in front of the routes of the controllers.
 */
export function mountOnExpress(
  app: ExpressApp,
  path: string,
  receiver: Receiver<NestFramework>,
  options: ReadOptions,
): void {
  const keep = bodyKeeper(options);
  const handle = webhook({
    ...receiver,
    receive: (delivery, context) =>
      receiver.receive(withKeptBody(delivery, context.framework.req), context),
  });

  const keepBytes: ExpressHandler = async (req, res, next) => {
    // An error is left to the handler: it meets the same one, and answers it.
    const isRefused = !(await keep(req).catch(() => false));
    if (isRefused) return void handle(req, res, next);
    // So that parsers leave the request alone: in Express 4 they look at `_body`, in Express 5 at the stream, which has been read.
    // Other middleware finds an empty body.
    if (!isUnread(req)) Object.assign(req, { _body: true, body: req.body ?? {} });
    return next();
  };

  const stack = stackOf(app);
  app.all(path, handle);
  moveBehind(stack, lastMiddleware.get(stack));
  app.post(path, keepBytes);
  // The first layers of Express 4 make the request and the response those of Express.
  moveBehind(
    stack,
    stack.findLast(({ name }) => name === 'query' || name === 'expressInit'),
  );
}

function stackOf(app: ExpressApp): Layer[] {
  return (app._router ?? app.router).stack;
}

/** Moves the last layer behind another one; to the front if there is none. */
function moveBehind(stack: Layer[], other: Layer | undefined): void {
  const layer = stack.pop();
  const index = other ? stack.indexOf(other) : -1;
  if (layer) stack.splice(index + 1, 0, layer);
}
