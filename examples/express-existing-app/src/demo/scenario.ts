import type { Answer } from './answer.js';
import type { Send } from './delivery.js';

/** A titled list of steps, in order. */
export interface Scenario {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** A request, and the expected answer. */
export interface Step {
  readonly what: string;
  readonly send: Send;
  /** How many copies are sent at once. Default 1. */
  readonly copies?: number;
  /** Wait until no handler is running before sending. */
  readonly whenIdle?: boolean;
  /** The answer that exactly one copy must get. */
  readonly expect: Answer;
  /** The answers that the other copies may get. */
  readonly others?: readonly Answer[];
}
