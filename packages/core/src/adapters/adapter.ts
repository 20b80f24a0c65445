import type { Ack } from '../outcome/ack.js';
import type { Delivery, ReceiveContext } from '../pipeline/delivery.js';
import type { Receiver } from '../receiver/receiver.js';

/** The framework as an adapter describes it. `Call` is what the framework passes to a handler. */
export interface Adapter<Call extends readonly unknown[], Framework, Answer> {
  /**
   * The request as a delivery.
   *
   * @throws TypeError for what another framework passes to its handlers.
   */
  readonly delivery: (...call: Call) => Delivery;
  /** The `framework` of resolvers and handlers, and the runtime's `waitUntil` where it has one. */
  readonly context: (...call: Call) => FrameworkContext<Framework>;
  /** Sends the ack, or makes the answer that the framework sends. */
  readonly answer: (ack: Ack, ...call: Call) => Answer;
  /**
   * The request's target, when neither a route nor a mount path has selected it: the developer is then told of a handler
   * that is mounted without a path. Left out where the framework does not say.
   */
  readonly unroutedTarget?: ((...call: Call) => string | undefined) | undefined;
}

/** A {@link ReceiveContext} that has a framework object. */
export type FrameworkContext<Framework> = ReceiveContext<Framework> & {
  readonly framework: Framework;
};

/** The result of {@link receiveWith}. */
export interface Receiving<Call extends readonly unknown[], Framework, Answer> {
  /** The receiver that was given, or the one built from the options. */
  readonly receiver: Receiver<Framework>;
  /** Takes a call of the framework through the receiver, and resolves with the answer. */
  readonly handle: (...call: Call) => Promise<Answer>;
}
