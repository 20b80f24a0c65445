import type { PermanentError } from '../errors/errors.js';
import type { Rejection } from './rejection.js';

/** How a delivery ended. The list is closed; `ack.ts` gives each kind its status. */
export type Outcome =
  | Processed
  | Accepted
  | Duplicate
  | Ignored
  | Discarded
  | InProgress
  | TimedOut
  | Failed
  | Unavailable
  | Rejected;

/** The handler resolved and the claim was committed. */
export interface Processed {
  readonly kind: 'processed';
}

/** Stored durably in the inbox; workers process it later. */
export interface Accepted {
  readonly kind: 'accepted';
}

/**
 * This event was processed (or accepted) before. In tests: a fixture has the same id each time, so that a receiver which is
 * shared by two tests has seen it. Give the second one another id, or a receiver of its own.
 */
export interface Duplicate {
  readonly kind: 'duplicate';
}

/** There is no handler for the type. Nothing was stored. */
interface Ignored {
  readonly kind: 'ignored';
}

/** The handler threw a {@link PermanentError}. */
export interface Discarded {
  readonly kind: 'discarded';
  readonly error: PermanentError;
}

/** Another delivery of this event is being processed. */
export interface InProgress {
  readonly kind: 'in_progress';
  /** Seconds until the other claim ends if it is not renewed. */
  readonly retryAfter: number;
}

/** The ack deadline (or `handlerTimeout`) came first. The work continues under its claim, and is observed when it ends. */
export interface TimedOut {
  readonly kind: 'timed_out';
  /** Seconds. */
  readonly retryAfter: number;
}

/** The handler threw; the claim was released, so the next delivery runs it again. Or the delivery could not be read. */
export interface Failed {
  readonly kind: 'failed';
  readonly error: unknown;
  /** Set when no handler ran: the adapter, or a request that it reads, threw. */
  readonly reading?: true | undefined;
  /** Seconds; set when the handler threw `RetryLater`. */
  readonly retryAfter?: number | undefined;
}

/** Something that the receiver needs is down, or the receiver is draining. A claim that is still held ends with its lease. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: UnavailableReason;
  readonly error?: unknown;
  /** Seconds. */
  readonly retryAfter: number;
}

/** The part that failed or did not answer before the deadline. */
export type UnavailableReason =
  | 'dedupe'
  | 'inbox'
  | 'secret'
  | 'schema'
  /** A function given as `integrationId` or `namespace`. */
  | 'tenant'
  /** `now()`, or the delivery's `receivedAt`. */
  | 'clock'
  | 'draining';

/** Refused before the event was trusted. */
export interface Rejected {
  readonly kind: 'rejected';
  readonly rejection: Rejection;
}

/** How an event ended that was handed to its handler directly. `rejected` has the code `event_malformed` or `data_invalid`. */
export type DispatchOutcome = Processed | Ignored | Discarded | Failed | Rejected;
