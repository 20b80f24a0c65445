// The public API of the core, listed by hand. Anything that is not here may change without notice.

// Receiving
export { createReceiver } from './create-receiver.js';
export { createVerifier, type Verification, type Verifier } from './create-verifier.js';
// Dedupe and inbox
export type { Claim, DedupeStore } from './dedupe/dedupe-store.js';
export type { LeasedClaim } from './dedupe/lease.js';
export { type MemoryStore, type MemoryStoreOptions, memoryStore } from './dedupe/memory-store.js';
export { renewLease } from './dedupe/renew-lease.js';

// Handlers
export { PermanentError } from './errors/permanent-error.js';
export { RawBodyUnavailableError } from './errors/raw-body-unavailable-error.js';
export { RetryLater } from './errors/retry-later.js';
// Signatures, for those who want no receiver
export { WebhookVerificationError } from './errors/webhook-verification-error.js';
// Events
export type {
  DocumentVerification,
  DocumentVerificationStatus,
  OpenFormData,
  OpenMetadata,
} from './events/document-verification.js';
export { eventTypes } from './events/event-types.js';
export { resultId } from './events/result-id.js';
export type { StandardSchemaV1 } from './events/standard-schema.js';
export type {
  EventDataByType,
  EventEnvelope,
  EventOf,
  EventSource,
  EventType,
  FormDataSchemas,
  MetadataSchema,
  NoMetadataSchema,
  NoSchemas,
  UnknownEvent,
  UnknownEventType,
  UnlistedSlug,
  WebhookEvent,
} from './events/webhook-event.js';
// Writing an adapter
export { type FetchBodyBefore, fetchDelivery, toResponse } from './fetch/fetch-delivery.js';
export type { Handler, HandlerContext, Handlers, Sourced } from './handlers/handlers.js';
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
} from './inbox.js';
export type { MaybePromise } from './maybe-promise.js';
export type { Observation, Observer } from './observer.js';
export type { ReceiverOptions, SecretResolver, VerifierOptions } from './options.js';
// Outcomes and acks
export { type Ack, type AckStatus, toAck } from './pipeline/ack.js';
export type { ContextArguments, Delivery, ReceiveContext } from './pipeline/delivery.js';
export type {
  Accepted,
  Discarded,
  Duplicate,
  Failed,
  Ignored,
  InProgress,
  Outcome,
  Processed,
  Rejected,
  TimedOut,
  Unavailable,
  UnavailableReason,
} from './pipeline/outcome.js';
export type { Rejection, RejectionCode } from './pipeline/rejection.js';
export type {
  DispatchContext,
  DispatchOutcome,
  DrainOptions,
  Receiver,
  ReceiverFetch,
} from './receiver.js';
// Writing an adapter
export { isBytes } from './signature/body-bytes.js';
export type { Verified } from './signature/check-signature.js';
export { parseSignatureHeader, type SignatureHeader } from './signature/parse-signature-header.js';
export { type SignBodyOptions, signBody } from './signature/sign-body.js';
export { verifyEvent } from './signature/verify-event.js';
export { type VerifySignatureOptions, verifySignature } from './signature/verify-signature.js';
