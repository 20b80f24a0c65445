import type { RejectionCode } from '@screening-webhooks/core';
import type { Bytes } from '../bytes.js';
import type { ReceiverFlaw } from '../contracts/receiver-flaw.js';

/**
 * How a body is sent. `cut off` closes the connection after half of it, `hang up` after all of it, before the response.
 * `ignore the answer` waits for the response and treats it as if it had come too late.
 */
export type TransferMode =
  | 'at once'
  | 'slowly'
  | 'in chunks'
  | 'cut off'
  | 'hang up'
  | 'ignore the answer';

/**
 * The reaction of a correct receiver to a delivery: it acks it with a 2xx; acks it without running a handler again; refuses it
 * with a 4xx; acks it or answers 409 while it processes the same event; acks it, or refuses it if it pins an integration; or
 * never receives all of it.
 */
export type Expectation =
  | 'ack'
  | 'duplicate'
  | 'refusal'
  | 'ack or busy'
  | 'ack or refusal'
  | 'nothing';

/** A delivery that a fault plans, without its URL. */
export interface PlannedDelivery {
  readonly method: string;
  /** In the order and spelling in which they are sent. No name occurs twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Bytes;
  readonly transferMode: TransferMode;
  readonly expected: Expectation;
}

/** The inputs of a fault. */
export interface FaultTarget {
  /** The receiver's signing secrets, the newest first. */
  readonly secrets: readonly [string, ...string[]];
  /** Unix seconds. */
  readonly now: number;
  /** How many deliveries a fault with `counted` plans. Default 2, or 10 for a burst. */
  readonly count?: number | undefined;
}

/** A way to send an event: faulty, or genuine but unusual. */
export interface Fault {
  /** Its name, in snake_case. */
  readonly kind: string;
  /** Says what is sent, and what a correct receiver does. */
  readonly summary: string;
  /** Former names. */
  readonly aliases: readonly string[];
  /** All its deliveries are sent in this way. */
  readonly transferMode: TransferMode;
  /** Whether its deliveries are sent at the same time. */
  readonly concurrent?: true;
  /** Whether `count` sets the number of its deliveries. */
  readonly counted?: true;
  /** Whether it can be retried: it plans one delivery, which a correct receiver acks. */
  readonly retryable?: true;
  /** For deliveries that the receivers of this toolkit refuse: how. */
  readonly refusal?: Refusal;
  /**
   * Plans the deliveries of an event. The first one stands for the event's own.
   *
   * @param body A JSON object.
   * @throws SyntaxError for another body.
   */
  readonly plan: (
    body: string,
    target: FaultTarget,
  ) => Promise<readonly [PlannedDelivery, ...PlannedDelivery[]]>;
}

/** A fault that the receivers of this toolkit refuse with a code of their own. */
export interface RefusedFault extends Fault {
  readonly refusal: Refusal;
}

/** How the receivers of this toolkit refuse a delivery. */
export interface Refusal {
  /** Says what is sent, as the name of a test. */
  readonly name: string;
  readonly code: RejectionCode;
  readonly status: number;
  /** The receiver flaws that this delivery detects. */
  readonly catches: readonly ReceiverFlaw[];
}
