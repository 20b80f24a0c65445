// `@screening-webhooks/hono/edge`.
export { webhook } from './edge-webhook.js';
export type { WebhookHandler } from './webhook-handler.js';
