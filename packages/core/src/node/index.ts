// The bridge between Node's HTTP objects and the core, shared by the adapters of frameworks that run on them.
export { type BodyBefore, nodeDelivery } from './node-delivery.js';
export { isUnread, readNodeBody } from './read-node-body.js';
export { sendAck } from './send-ack.js';
