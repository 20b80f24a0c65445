// Receivers on Node's HTTP objects, and what the adapters for Express, Fastify and Koa share.
export { type ListenerOptions, listener, type NodeFramework } from './listener.js';
export { type NodeBodyFallback, nodeDelivery } from './node-delivery.js';
export { isUnread, readNodeBody } from './read-node-body.js';
export { sendAck } from './send-ack.js';
