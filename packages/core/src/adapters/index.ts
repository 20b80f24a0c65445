// For authors of adapters: what every adapter of this repository shares. Listed by hand. On Node, `core/node` adds the rest.
export { toAck } from '../outcome/ack.js';
export type { ReceiverOptionsWithStore } from '../receiver/options.js';
export { receiverOptionNames } from '../receiver/receiver-settings.js';
export {
  type FetchBodyFallback,
  fetchDelivery,
  toResponse,
  wrongRequest,
} from '../requests/fetch-delivery.js';
export { isBytes } from '../signature/body-bytes.js';
export type { Adapter, FrameworkContext, Receiving } from './adapter.js';
export { receiveWith, receiveWithStore } from './receive-with.js';
export { type VerifiedOrAnswered, verifyWith } from './verify-with.js';
