// Receivers on Node's HTTP objects, and what the adapters for Express, Fastify and Koa share.
export {
  type ListenerOptions,
  listener,
  type NodeFramework,
  type WebhookListener,
} from './listener.js';
export { isUnread, type NodeBodyFallback, nodeDelivery, readNodeBody } from './node-delivery.js';
export { sendAck } from './send-ack.js';
