export type { ExpressFramework } from './express-adapter.js';
export { keepRawBody } from './keep-raw-body.js';
export { type VerifyingHandler, verifyWebhook, type WebhookEventLocals } from './verify-webhook.js';
export { type WebhookHandler, webhook } from './webhook.js';
