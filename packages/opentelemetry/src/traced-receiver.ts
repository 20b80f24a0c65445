import {
  type Ack,
  type ContextArguments,
  consoleObserver,
  createReceiver,
  type Delivery,
  fetchDelivery,
  type NoSchemas,
  type Observer,
  type ReceiveContext,
  type Receiver,
  type ReceiverOptions,
  type Schemas,
  toResponse,
} from '@screening-webhooks/core';
import { linkedInbox } from './linked-inbox.js';
import { quietly } from './quietly.js';
import type { Recorder } from './recorder.js';
import type { RememberedSpans } from './remembered-spans.js';
import { type HandlerTracing, tracedHandlers } from './traced-handlers.js';

/** What is put around and into a receiver. */
export interface ReceiverTracing {
  readonly observe: Observer;
  readonly accepted: RememberedSpans;
  readonly recorder: Recorder;
  readonly handling: HandlerTracing;
  readonly around: (delivery: Delivery, take: () => Promise<Ack>) => Promise<Ack>;
}

/** `createReceiver` of the core, for receivers that are traced. */
export function tracedReceiver(tracing: ReceiverTracing): typeof createReceiver {
  return <Framework = unknown, Given extends Schemas = NoSchemas>(
    options: ReceiverOptions<Framework, Given>,
  ): Receiver<Framework> => {
    const inbox = linkedInbox(options.inbox, tracing.accepted);
    const receiver = createReceiver<Framework, Given>({
      ...options,
      handlers: tracedHandlers(options.handlers, tracing.handling),
      observe: both(tracing.observe, options.observe),
      ...(inbox && { inbox }),
    });

    const take = (delivery: Delivery, context?: ReceiveContext<Framework>): Promise<Ack> => {
      // Whoever calls receive or fetch was asked for the context that the framework needs.
      const given = (context === undefined ? [] : [context]) as ContextArguments<Framework>;
      return tracing.around(delivery, () => receiver.receive(delivery, ...given));
    };

    return {
      ...receiver,
      receive: (delivery, ...[context]) => take(delivery, context),
      fetch: async (request: Request, context?: ReceiveContext<Framework>) =>
        toResponse(await take(fetchDelivery(request), context)),
      dispatch: async (event, context) => {
        const outcome = await receiver.dispatch(event, context);
        quietly(() => tracing.recorder.dispatched(event, outcome));
        return outcome;
      },
    };
  };
}

function both(ours: Observer, given: Observer | false | undefined): Observer {
  const theirs = given ?? consoleObserver();
  if (theirs === false) return ours;
  // For the receiver to refuse.
  if (typeof theirs !== 'function') return theirs;
  return (observation) => {
    ours(observation);
    return theirs(observation);
  };
}
