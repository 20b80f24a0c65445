import {
  type Ack,
  type ContextArguments,
  consoleObserver,
  createReceiver,
  type Delivery,
  type NoSchemas,
  type Observation,
  type Observer,
  type ReceiveContext,
  type Receiver,
  type ReceiverOptions,
  type Schemas,
} from '@screening-webhooks/core';
import { fetchDelivery, toResponse } from '@screening-webhooks/core/adapter';
import type { TraceDelivery } from './delivery-tracer.js';
import { ignoreErrors } from './ignore-errors.js';
import { linkedInbox } from './linked-inbox.js';
import type { Recorder } from './recorder.js';
import type { SpanCache } from './span-cache.js';
import { type HandlerTracing, tracedHandlers } from './traced-handlers.js';

/** The dependencies of {@link tracedReceiver}. */
export interface ReceiverTracing {
  readonly observe: Observer;
  /** The deliveries that stored an event in the inbox. */
  readonly accepted: SpanCache;
  readonly recorder: Recorder;
  readonly handlerTracing: HandlerTracing;
  readonly traceDelivery: TraceDelivery;
}

/** Returns a `createReceiver` with the signature of the core's, for receivers with spans and metrics. */
export function tracedReceiver(tracing: ReceiverTracing): typeof createReceiver {
  return <Framework = unknown, Given extends Schemas = NoSchemas>(
    options: ReceiverOptions<Framework, Given>,
  ): Receiver<Framework> => {
    const inbox = linkedInbox(options.inbox, tracing.accepted);
    const receiver = createReceiver<Framework, Given>({
      ...options,
      handlers: tracedHandlers(options.handlers, tracing.handlerTracing),
      observe: combineObservers(tracing.observe, options.observe),
      ...(inbox && { inbox }),
    });

    const receive = (delivery: Delivery, context?: ReceiveContext<Framework>): Promise<Ack> => {
      // The types of `receive` and `fetch` have required the context if the framework needs one.
      const contextArguments = (
        context === undefined ? [] : [context]
      ) as ContextArguments<Framework>;
      return tracing.traceDelivery(delivery, () => receiver.receive(delivery, ...contextArguments));
    };

    return {
      ...receiver,
      receive: (delivery, ...[context]) => receive(delivery, context),
      fetch: async (request: Request, context?: ReceiveContext<Framework>) =>
        toResponse(await receive(fetchDelivery(request), context)),
      dispatch: async (event, context) => {
        const outcome = await receiver.dispatch(event, context);
        ignoreErrors(() => tracing.recorder.recordDispatch(event, outcome));
        return outcome;
      },
    };
  };
}

function combineObservers<Framework>(
  telemetry: Observer,
  given: Observer<Framework> | false | undefined,
): Observer<Framework> {
  // Telemetry does not replace the console lines of a receiver without `observe`.
  const app = given ?? consoleObserver();
  if (app === false) return telemetry;
  // Passed through for the receiver to reject.
  if (typeof app !== 'function') return app;
  const combined = (observation: Observation<Framework>): unknown => {
    telemetry(observation);
    return app(observation);
  };
  return Object.assign(combined, { flush: () => app.flush?.() });
}
