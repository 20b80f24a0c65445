export { verifyWebhook, type WebhookEventState } from './verify-webhook.js';
export { webhook } from './webhook.js';
