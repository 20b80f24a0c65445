// Receivers on Node's HTTP objects, and the bridge to them that the adapters of frameworks share.
export { type ListenerOptions, listener, type NodeFramework } from './listener.js';
export { type BodyBefore, nodeDelivery } from './node-delivery.js';
export { isUnread, readNodeBody } from './read-node-body.js';
export { sendAck } from './send-ack.js';
