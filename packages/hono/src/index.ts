export type { HonoFramework } from './hono-adapter.js';
export { verifyWebhook, type WebhookEventEnv } from './verify-webhook.js';
export { webhook } from './webhook.js';
export type { WebhookHandler } from './webhook-handler.js';
