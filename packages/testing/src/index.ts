// The public API of the testing kit, listed by hand.

// Events and deliveries
export type { EventOf } from '@screening-webhooks/core';
// Contracts
export { adapterContract } from './contracts/adapter-contract.js';
export type { AdapterHarness, ServedReceiver } from './contracts/adapter-harness.js';
export { type ContractCase, ContractViolation } from './contracts/contract.js';
export { dedupeStoreContract } from './contracts/dedupe-store-contract.js';
export type { DedupeStoreHarness, StoreFlaw } from './contracts/dedupe-store-harness.js';
export { inboxContract } from './contracts/inbox-contract.js';
export type { Damage, InboxHarness, InboxUnderTest } from './contracts/inbox-harness.js';
export type { ReceiverFlaw } from './contracts/receiver-flaw.js';
export { type FixtureOverrides, fixture } from './fixture.js';
export { fixtures, type NamedFixture } from './fixtures.js';
export {
  type HostileDelivery,
  type HostileRequest,
  type HostileTarget,
  hostileDeliveries,
} from './hostile-deliveries.js';
// Clocks, handlers and senders
export { type ManualClock, manualClock } from './manual-clock.js';
export { type RecordingHandler, recordingHandler } from './recording-handler.js';
export {
  type Attempt,
  type DeliveryReport,
  type Sender,
  type SenderOptions,
  sender,
} from './sender.js';
export { type SignedDelivery, type SignOptions, sign } from './sign.js';
