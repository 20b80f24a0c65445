// The public API of the core, listed by hand. Anything that is not here may change without notice.

export type { MaybePromise } from './async/maybe-promise.js';
export { resultId } from './dedupe/dedupe-key.js';
// Dedupe and inbox. For authors of stores: `@screening-webhooks/core/store-kit`.
export type { Claim, DedupeStore } from './dedupe/dedupe-store.js';
export { type MemoryStore, type MemoryStoreOptions, memoryStore } from './dedupe/memory-store.js';
// Errors
export {
  LeaseLostError,
  PermanentError,
  RawBodyUnavailableError,
  RetryLater,
} from './errors/errors.js';
// Events
export type {
  DocumentVerification,
  DocumentVerificationStatus,
  OpenFormData,
  OpenMetadata,
} from './events/document-verification.js';
export { eventTypes } from './events/event-types.js';
export type { NoSchemas, Schemas } from './events/schemas.js';
export type { StandardSchemaV1 } from './events/standard-schema.js';
export type {
  EventDataByType,
  EventEnvelope,
  EventOf,
  EventSource,
  EventType,
  TypedDocumentVerification,
  UnknownEvent,
  UnknownEventType,
  UnlistedSlug,
  WebhookEvent,
} from './events/webhook-event.js';
export type {
  EventWithSource,
  Handler,
  HandlerContext,
  Handlers,
  UnknownTypeHandlers,
} from './handlers/handlers.js';
export type {
  DeadLetter,
  Inbox,
  InboxEntry,
  InboxOptions,
  InboxProcess,
  InboxWorker,
  InboxWorkOptions,
  ReplayRange,
  WorkableInbox,
} from './inbox/inbox.js';
// Outcomes and acks
export type { Ack, AckStatus } from './outcome/ack.js';
export type {
  DispatchOutcome,
  Duplicate,
  InProgress,
  Outcome,
  Unavailable,
  UnavailableReason,
} from './outcome/outcome.js';
export type { DataIssue, Rejection, RejectionCode } from './outcome/rejection.js';
export { consoleObserver } from './pipeline/console-observer.js';
export type { ContextArguments, Delivery, ReceiveContext } from './pipeline/delivery.js';
export type { Observation, Observer } from './pipeline/observer.js';
// Receiving
export { createReceiver } from './receiver/create-receiver.js';
export {
  createVerifier,
  type FetchVerifyResult,
  type Verifier,
  type VerifyResult,
} from './receiver/create-verifier.js';
export type { ReceiverOptions, SecretResolver, VerifierOptions } from './receiver/options.js';
export type {
  DispatchContext,
  DrainOptions,
  Receiver,
  ReceiverFetch,
} from './receiver/receiver.js';
// Signatures, without a receiver
export type { RawBody } from './signature/body-bytes.js';
export type { Verified } from './signature/check-signature.js';
export {
  type HeaderValue,
  parseSignatureHeader,
  type SignatureHeader,
} from './signature/parse-signature-header.js';
export { type SignBodyOptions, signBody } from './signature/sign-body.js';
export { verifyEvent } from './signature/verify-event.js';
export { type VerifySignatureOptions, verifySignature } from './signature/verify-signature.js';
export { WebhookVerificationError } from './signature/webhook-verification-error.js';
