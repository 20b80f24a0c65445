export type { FastifyFramework } from './fastify-adapter.js';
export {
  verifyWebhook,
  type WebhookEventHandler,
  type WebhookEventRequest,
} from './verify-webhook.js';
export { type WebhookPlugin, webhook } from './webhook.js';
