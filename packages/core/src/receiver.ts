import type { EventEnvelope } from './events/webhook-event.js';
import type { Ack } from './pipeline/ack.js';
import type { ContextArguments, Delivery } from './pipeline/delivery.js';
import type {
  Discarded,
  Failed,
  Ignored,
  Outcome,
  Processed,
  Rejected,
} from './pipeline/outcome.js';

/** Receives deliveries. Every function is bound: `export const POST = receiver.fetch` works. */
export interface Receiver<Framework = unknown> {
  /**
   * Takes a delivery through the pipeline and says what to answer. What adapters call.
   *
   * @throws RawBodyUnavailableError when the body was consumed before us. Nothing else.
   */
  readonly receive: (delivery: Delivery, ...context: ContextArguments<Framework>) => Promise<Ack>;
  /**
   * The same for any web-standard runtime.
   *
   * @throws RawBodyUnavailableError when the request's body was consumed before us. Nothing else.
   */
  readonly fetch: ReceiverFetch<Framework>;
  /**
   * Takes an event that you trust for another reason than a signature through the rest of the pipeline: ownership,
   * schemas, dedupe, handler (or inbox). What `reconcile` calls with a record that it has polled. It resolves when the
   * handler has ended, or `handlerTimeout` has passed, and never rejects. There is no signal to give: a handler that has
   * begun is best left to end.
   */
  readonly process: (
    event: EventEnvelope,
    ...context: ContextArguments<Framework>
  ) => Promise<Outcome>;
  /** Whether `reconciliation` is on: an event and a poll of the same result then share a dedupe key. */
  readonly reconciles: boolean;
  /**
   * Runs the handler of an event, with the schemas but without signature, dedupe or deadline: for unit tests and
   * inbox workers. Never rejects for what the handler throws: the outcome carries it.
   */
  readonly dispatch: (
    event: EventEnvelope,
    context?: DispatchContext<Framework>,
  ) => Promise<DispatchOutcome>;
  /**
   * Answers 503 from now on, and resolves when every handler has ended. At the timeout, their signals abort and their
   * claims are left to expire.
   */
  readonly drain: (options?: DrainOptions) => Promise<void>;
}

/** `fetch` of a {@link Receiver}. */
export interface ReceiverFetch<Framework = unknown> {
  (request: Request, ...context: ContextArguments<Framework>): Promise<Response>;
  /** So that it is a route handler too, whatever the server passes beside the request: Next.js a `{ params }`, Deno an `info`. */
  (request: Request, ...none: unknown extends Framework ? [] : [never]): Promise<Response>;
}

/** What a caller of `dispatch` passes along. */
export interface DispatchContext<Framework = unknown> {
  readonly framework?: Framework;
  /** Aborts the handler's signal. */
  readonly signal?: AbortSignal;
}

/** How a dispatched event ended. `rejected` has the code `event_malformed` or `data_invalid`. */
export type DispatchOutcome = Processed | Ignored | Discarded | Failed | Rejected;

/** Options of `drain`. */
export interface DrainOptions {
  /** Milliseconds. Default 30,000. */
  readonly timeout?: number;
}
