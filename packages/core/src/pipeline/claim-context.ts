import type { HeldClaim } from '../dedupe/held-claim.js';
import type { HandlerContext } from '../handlers/handlers.js';

/** What a handler gets beside its event, whose `signal` is built when it is first asked for: most handlers never ask. */
export class ClaimContext<Framework> implements HandlerContext<Framework> {
  declare readonly signal: AbortSignal;
  readonly framework: Framework;
  readonly #claim: HeldClaim;

  constructor(claim: HeldClaim, framework: Framework) {
    this.framework = framework;
    this.#claim = claim;
    // Its own, so that a spread keeps it. One getter for all: a literal with a getter makes a hidden class each time.
    Object.defineProperty(this, 'signal', ownSignal);
  }

  static signalOf(context: ClaimContext<unknown>): AbortSignal {
    return context.#claim.signal;
  }
}

const ownSignal: PropertyDescriptor & ThisType<ClaimContext<unknown>> = {
  enumerable: true,
  get() {
    return ClaimContext.signalOf(this);
  },
};
