import type { NoSchemas, Schemas } from '../events/schemas.js';
import type {
  EventDataByType,
  EventEnvelope,
  EventOf,
  EventSource,
  EventType,
  WebhookEvent,
} from '../events/webhook-event.js';

/** The second argument of a handler. */
export interface HandlerContext<Framework = unknown> {
  /**
   * Aborts when the claim was lost (`signal.reason` is then a `LeaseLostError`), when `handlerTimeout` passed, or when a
   * drain ran out of time. Never on disconnect.
   */
  readonly signal: AbortSignal;
  /**
   * Express `{ req, res }`, Fastify `{ request, reply }`, Hono `c`, Koa `ctx`. Undefined without a request: in `dispatch` and
   * in inbox workers.
   */
  readonly framework: Framework | undefined;
}

/**
 * Processes one event. It succeeds by returning or resolving; it fails by throwing: `PermanentError` is acked and not
 * retried, `RetryLater` is answered 503, anything else 500, and both are delivered again. Its return value is ignored.
 */
export type Handler<Event, Framework = unknown> = (
  event: Event,
  context: HandlerContext<Framework>,
) => unknown;

/**
 * An event as a handler receives it: `source` is always set. The `source` of a webhook is not enumerable, so that the event
 * prints, spreads and compares as it was sent.
 */
export type EventWithSource<Event> = Event & { readonly source: EventSource };

/** Handlers by event type. `'*'` takes every type without a handler of its own, unknown types included. */
export type Handlers<Framework = unknown, Given extends Schemas = NoSchemas> = {
  // Over the keys of the type itself: the words of each event then appear at the key of its handler.
  readonly [Type in keyof EventDataByType<Given>]?:
    | Handler<EventWithSource<EventOf<Type, Given>>, Framework>
    | undefined;
} & {
  /** Every type without a handler of its own, and types that this version does not know. */
  readonly '*'?: Handler<EventWithSource<WebhookEvent<Given>>, Framework> | undefined;
};

/**
 * Handlers of event types that this version does not know, by type. A type that it knows does not compile here: after an
 * update, the compiler names the handlers to move to {@link Handlers}. Until then they still run.
 */
export type UnknownTypeHandlers<Framework = unknown> = {
  readonly [Type in EventType | '*']?: undefined;
} & {
  readonly [type: string]: Handler<EventWithSource<EventEnvelope>, Framework> | undefined;
};
