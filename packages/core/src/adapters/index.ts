// For authors of adapters: what every adapter of this repository shares. Listed by hand. On Node, `core/node` adds the rest.
export { toAck } from '../outcome/ack.js';
export { asReceiver } from '../receiver/create-receiver.js';
export { isBytes } from '../signature/body-bytes.js';
export { type FetchBodyFallback, fetchDelivery, toResponse } from './fetch/fetch-delivery.js';
export { wrongRequest } from './wrong-request.js';
