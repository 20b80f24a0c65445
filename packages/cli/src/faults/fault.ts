import type { Expectation } from '../answer/judge.js';
import type { BodyManner } from '../http/exchange.js';
import type { HeaderPair } from '../http/headers.js';

/** A delivery as a fault makes it; where it goes is the sender's business. */
export interface PlannedDelivery {
  readonly method: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  readonly manner: BodyManner;
  /** What a good receiver does with it. */
  readonly expected: Expectation;
}

/** What a fault works on. */
interface FaultTarget {
  /** The receiver's signing secrets, the newest first. */
  readonly secrets: readonly [string, ...string[]];
  /** Unix seconds. */
  readonly now: number;
}

/** A way in which deliveries go wrong, or only look as if. */
export interface Fault {
  readonly name: string;
  /** For `--help`: a few words, what is sent and what should come back. */
  readonly summary: string;
  /** Whether its deliveries are sent at the same time. */
  readonly together?: true;
  /** Whether the sender's schedule makes sense for it: one delivery, that a good receiver acks. */
  readonly retryable?: true;
  /** Whether it sends an event of its own instead of the one that was asked for. */
  readonly ownEvent?: true;
  /** Makes its deliveries of an event. */
  readonly plan: (body: string, target: FaultTarget) => Promise<readonly PlannedDelivery[]>;
}
