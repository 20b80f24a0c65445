import type { NoSchemas, Receiver, ReceiverOptions, Schemas } from '@screening-webhooks/core';
import { receiveWith } from '@screening-webhooks/core/adapter';
import type { FastifyPluginAsync } from 'fastify';
import { type FastifyFramework, fastifyAdapter } from './fastify-adapter.js';
import { mount } from './mount.js';

/** A plugin of Fastify, which receives webhooks at its prefix. */
export interface WebhookPlugin extends FastifyPluginAsync {
  /** The receiver behind it: the one that was given, or the one built from the options. `drain` it at the end. */
  readonly receiver: Receiver<FastifyFramework>;
}

/**
 * A plugin that receives webhooks at its prefix, in a Fastify 4 or 5 app. The body stays unread for it, and the app's
 * content type parsers and other routes stay as they are. When a hook has read the body, `RawBodyUnavailableError` goes to
 * the app's error handler. A receiver that is built here from options drains when the app closes.
 *
 * @throws TypeError for a malformed option, naming the option and the fix. When it is registered: for a missing prefix.
 * @example
 * app.register(webhook({ secret, handlers }), { prefix: '/webhooks/screening' });
 */
export function webhook<Given extends Schemas = NoSchemas>(
  options: ReceiverOptions<FastifyFramework, Given>,
): WebhookPlugin;
/** The same with a receiver of `createReceiver`. */
export function webhook<Given extends Schemas = NoSchemas>(
  given: Receiver<FastifyFramework> | ReceiverOptions<FastifyFramework, Given>,
): WebhookPlugin;
export function webhook<Given extends Schemas = NoSchemas>(
  given: Receiver<FastifyFramework> | ReceiverOptions<FastifyFramework, Given>,
): WebhookPlugin {
  const { receiver, handle } = receiveWith(fastifyAdapter, given);
  const plugin: FastifyPluginAsync = async (instance) => {
    mount('webhook', instance, { handler: handle });
    // A receiver that was passed in belongs to the app, which may have mounted it twice.
    if (receiver !== given) instance.addHook('onClose', async () => receiver.drain());
  };
  return Object.assign(plugin, { receiver });
}
