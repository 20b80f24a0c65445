import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * Mounts a route at the prefix of a plugin, for every method, with the body left unread. Content type parsers are
 * encapsulated: those of the app and of its other plugins stay as they are.
 *
 * @throws TypeError when the plugin was used as a handler or as a hook, or was registered without a prefix.
 */
export function mount(
  name: 'webhook' | 'verifyWebhook',
  instance: FastifyInstance,
  route: Pick<RouteOptions, 'handler' | 'preHandler'>,
): void {
  const usage = `app.register(${name}(…), { prefix: '/webhooks/screening' })`;
  if (typeof instance?.removeAllContentTypeParsers !== 'function') {
    throw new TypeError(`${name}(): the result is a Fastify plugin, not a handler. Call ${usage}.`);
  }
  if (instance.prefix === '') {
    throw new TypeError(
      `prefix: ${name}() receives at the prefix that it is registered with. Call ${usage}.`,
    );
  }
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // Every method: the receiver answers 405 with Allow, where Fastify would answer 404. `rawBody: false` tells the plugin
  // fastify-raw-body not to read here.
  instance.all('', { ...route, config: { rawBody: false } });
}
