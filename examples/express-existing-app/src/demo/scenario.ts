import type { Answer } from './answer.js';
import type { Send } from './delivery.js';

/** Steps that belong together, in order. */
export interface Scenario {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** Something that is sent, and what must come back. */
export interface Step {
  readonly what: string;
  readonly send: Send;
  /** How often it is sent at once. Default 1. */
  readonly copies?: number;
  /** Wait until no handler is at work before sending. */
  readonly whenIdle?: boolean;
  /** The answer that exactly one copy must get. */
  readonly expect: Answer;
  /** The answers that the other copies may get. */
  readonly others?: readonly Answer[];
}
