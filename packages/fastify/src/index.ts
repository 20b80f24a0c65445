export {
  verifyWebhook,
  type WebhookEventHandler,
  type WebhookEventRequest,
} from './verify-webhook.js';
export { type FastifyFramework, webhook } from './webhook.js';
