import type { HeldClaim } from '../dedupe/held-claim.js';
import type { HandlerContext } from '../handlers/handlers.js';

/** The context of a handler. It builds `signal` on first use: most handlers never use it. */
export class ClaimContext<Framework> implements HandlerContext<Framework> {
  declare readonly signal: AbortSignal;
  readonly framework: Framework;
  readonly #claim: HeldClaim;

  constructor(claim: HeldClaim, framework: Framework) {
    this.framework = framework;
    this.#claim = claim;
    // An own property, so that a spread copies it. One descriptor for all: V8 makes a hidden class for each getter literal.
    Object.defineProperty(this, 'signal', signalDescriptor);
  }

  static signalOf(context: ClaimContext<unknown>): AbortSignal {
    return context.#claim.signal;
  }
}

const signalDescriptor: PropertyDescriptor & ThisType<ClaimContext<unknown>> = {
  enumerable: true,
  get() {
    return ClaimContext.signalOf(this);
  },
};
