import type { HeldClaim } from '../dedupe/held-claim.js';
import type { HandlerContext } from '../handlers/handlers.js';

/**
 * The context of a handler. Its `signal` is an own property, so that a spread copies it, and is made on first use: most handlers
 * never use it.
 */
export class ClaimContext<Framework> implements HandlerContext<Framework> {
  // One getter for all contexts. With a getter of its own, each would have a hidden class in V8 that keeps the claim and the event in
  // memory until the next collection of the whole heap. A delivery of 64 KB then took twice the CPU time.
  static readonly #signal: PropertyDescriptor & ThisType<ClaimContext<unknown>> = {
    enumerable: true,
    get() {
      return this.#claim.signal;
    },
  };
  declare readonly signal: AbortSignal;
  readonly framework: Framework;
  readonly #claim: HeldClaim;

  constructor(claim: HeldClaim, framework: Framework) {
    this.#claim = claim;
    this.framework = framework;
    Object.defineProperty(this, 'signal', ClaimContext.#signal);
  }
}
