export { keepRawBody } from './keep-raw-body.js';
export { verifyWebhook } from './verify-webhook.js';
export { type ExpressFramework, webhook } from './webhook.js';
