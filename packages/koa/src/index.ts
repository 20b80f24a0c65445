export type { KoaFramework } from './koa-adapter.js';
export { verifyWebhook, type WebhookEventState } from './verify-webhook.js';
export { type WebhookMiddleware, webhook } from './webhook.js';
