export { verifyWebhook, type WebhookEventEnv } from './verify-webhook.js';
export { webhook } from './webhook.js';
