import type { Schemas } from '../events/schemas.js';
import type { Ack } from '../outcome/ack.js';
import type { Delivery, ReceiveContext } from '../pipeline/delivery.js';
import {
  asReceiver,
  createReceiver,
  createReceiverWithStore,
} from '../receiver/create-receiver.js';
import type { ReceiverOptions, ReceiverOptionsWithStore } from '../receiver/options.js';
import type { Receiver } from '../receiver/receiver.js';

/** What an adapter says of its framework. `Call` is what the framework passes to a handler. */
export interface Adapter<Call extends readonly unknown[], Framework, Answer> {
  /**
   * The request as a delivery.
   *
   * @throws TypeError for what another framework passes to its handlers.
   */
  readonly delivery: (...call: Call) => Delivery;
  /** What resolvers and handlers get as `framework`, and the runtime's `waitUntil` where it has one. */
  readonly context: (...call: Call) => FrameworkContext<Framework>;
  /** Sends the ack, or makes the answer that the framework sends. */
  readonly answer: (ack: Ack, ...call: Call) => Answer;
}

/** A {@link ReceiveContext} that has a framework object. */
export type FrameworkContext<Framework> = ReceiveContext<Framework> & {
  readonly framework: Framework;
};

/** What `webhook` of an adapter returns: a handler of the framework that has its receiver. */
export type WithReceiver<Handler, Framework> = Handler & {
  /** The receiver behind this handler: the one that was given, or the one built from the options. `drain` it at the end. */
  readonly receiver: Receiver<Framework>;
};

/** What {@link receiveWith} gives. */
export interface Receiving<Call extends readonly unknown[], Framework, Answer> {
  /** The receiver that was given, or the one built from the options. */
  readonly receiver: Receiver<Framework>;
  /** Takes a call of the framework through the receiver, and resolves with the answer. */
  readonly handle: (...call: Call) => Promise<Answer>;
}

/**
 * The core of `webhook` in an adapter: a receiver, and what receives a call of the framework with it. `handle` rejects with
 * what `receive` of the receiver rejects with, and with what the adapter's own functions throw.
 *
 * @param name The function that was called, for messages.
 * @throws TypeError for a malformed option, naming the option and the fix.
 */
export function receiveWith<
  Call extends readonly unknown[],
  Framework,
  Answer,
  Given extends Schemas,
>(
  adapter: Adapter<Call, Framework, Answer>,
  given: Receiver<Framework> | ReceiverOptions<Framework, Given>,
  name = 'webhook',
): Receiving<Call, Framework, Answer> {
  return receiving(adapter, asReceiver(given, createReceiver<Framework, Given>, name));
}

/**
 * The same for an adapter's second entry, whose options must have a `dedupe` store: its bundle has no store in memory.
 *
 * @param name The function that was called, for messages.
 * @throws TypeError for a malformed option, and without `dedupe`, naming the option and the fix.
 */
export function receiveWithStore<
  Call extends readonly unknown[],
  Framework,
  Answer,
  Given extends Schemas,
>(
  adapter: Adapter<Call, Framework, Answer>,
  given: Receiver<Framework> | ReceiverOptionsWithStore<Framework, Given>,
  name = 'webhook',
): Receiving<Call, Framework, Answer> {
  return receiving(adapter, asReceiver(given, createReceiverWithStore<Framework, Given>, name));
}

function receiving<Call extends readonly unknown[], Framework, Answer>(
  { delivery, context, answer }: Adapter<Call, Framework, Answer>,
  receiver: Receiver<Framework>,
): Receiving<Call, Framework, Answer> {
  const { receive } = receiver;
  return {
    receiver,
    async handle(...call) {
      const ack = await receive(delivery(...call), context(...call));
      return answer(ack, ...call);
    },
  };
}
