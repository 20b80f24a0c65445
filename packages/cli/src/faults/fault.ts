import type { Expectation } from '../answer/assess.js';
import type { HeaderPair } from '../http/headers.js';
import type { TransferMode } from '../http/send-body.js';

/** A delivery that a fault creates, without its URL. */
export interface PlannedDelivery {
  readonly method: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  readonly transferMode: TransferMode;
  /** What a correct receiver does with it. */
  readonly expected: Expectation;
}

/** The inputs of a fault. */
interface FaultTarget {
  /** The receiver's signing secrets, the newest first. */
  readonly secrets: readonly [string, ...string[]];
  /** Unix seconds. */
  readonly now: number;
}

/** A way to send an event: faulty, or genuine but unusual. */
export interface Fault {
  readonly name: string;
  /** For `--help`: what is sent, and what a correct receiver does. */
  readonly summary: string;
  /** Whether its deliveries are sent at the same time. */
  readonly concurrent?: true;
  /** Whether it can be retried: it makes one delivery, which a correct receiver acks. */
  readonly retryable?: true;
  /** Whether it sends its own event instead of the requested one. */
  readonly ownEvent?: true;
  /** Creates the deliveries for an event. */
  readonly plan: (body: string, target: FaultTarget) => Promise<readonly PlannedDelivery[]>;
}
