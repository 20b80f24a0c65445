// `@screening-webhooks/hono/edge`.
export { webhook } from './edge-webhook.js';
