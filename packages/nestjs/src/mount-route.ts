import type { HttpServer } from '@nestjs/common';
import type { Receiver } from '@screening-webhooks/core';
import { webhook as fastifyWebhook } from '@screening-webhooks/fastify';
import { mountOnExpress } from './express-route.js';
import type { ReadOptions } from './keep-body.js';
import type { NestFramework } from './nest-framework.js';

type FastifyPlugin = ReturnType<typeof fastifyWebhook>;
type FastifyApp = Parameters<FastifyPlugin>[0];
type FastifyRoute = Parameters<FastifyApp['all']>[1];

/** The paths that are mounted on an app, by the route that a router may see in them. */
const mounted = new WeakMap<HttpServer, Map<string, string>>();

/**
 * Mounts a receiver on the framework below Nest, beside the routes of Nest: its global prefix, versions, guards, interceptors, pipes
 * and body parsers do not take part.
 *
 * @throws TypeError for a framework other than Express and Fastify, and for a path that another module has.
 */
export function mountRoute(
  adapter: HttpServer,
  path: string,
  receiver: Receiver<NestFramework>,
  options: ReadOptions,
): void {
  const type = adapter.getType();
  if (type !== 'express' && type !== 'fastify') {
    throw new TypeError(
      `ScreeningWebhooksModule: the HTTP adapter '${type}' is unknown. Use Express or Fastify, or call receive of ScreeningReceiver in a route of your own.`,
    );
  }
  claimPath(adapter, path);
  if (type === 'express') {
    mountOnExpress(adapter.getInstance(), path, receiver, options);
  } else {
    mountOnFastify(adapter.getInstance(), path, receiver);
  }
}

/**
 * Registers the plugin as if it had the prefix. With a real one, the middleware of Nest 10 for this path would not run: its version
 * of @fastify/middie puts the prefix of a plugin in front of the paths of middleware.
 */
function mountOnFastify(app: FastifyApp, path: string, receiver: Receiver<NestFramework>): void {
  const plugin = fastifyWebhook(receiver);
  app.register(async (instance, options) => {
    const mount = (_prefix: string, route: FastifyRoute) => instance.all(path, route);
    const prefixed: FastifyApp = Object.create(instance, {
      prefix: { value: path },
      all: { value: mount },
    });
    await plugin(prefixed, options);
  });
}

function claimPath(adapter: HttpServer, path: string): void {
  const paths = mounted.get(adapter) ?? new Map<string, string>();
  const route = routeOf(path);
  const other = paths.get(route);
  if (other !== undefined) {
    throw new TypeError(
      `path: two ScreeningWebhooksModules receive at the same route, '${other}' and '${path}'. Give each a path of its own; a module takes several secrets.`,
    );
  }
  mounted.set(adapter, paths.set(route, path));
}

/** Routers may ignore case and a slash at the end, and none looks at the names of parameters. */
function routeOf(path: string): string {
  return path.toLowerCase().replace(/:\w+/g, ':').replace(/\/+$/, '');
}
