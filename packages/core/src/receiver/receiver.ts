import type { EventEnvelope } from '../events/webhook-event.js';
import type { DispatchOutcome, Outcome } from '../outcome/outcome.js';
import type { ContextArguments, Receive } from '../pipeline/delivery.js';

/** Receives deliveries. Every function is bound: `export const POST = receiver.fetch` works. */
export interface Receiver<Framework = unknown> {
  /**
   * Takes a delivery through the pipeline and resolves with the answer to send. Adapters call it.
   *
   * @throws RawBodyUnavailableError when something else has consumed the body.
   * @throws TypeError for something that is not a delivery. Nothing else.
   */
  readonly receive: Receive<Framework>;
  /**
   * The same for any web-standard runtime.
   *
   * @throws RawBodyUnavailableError when something else has consumed the request's body.
   * @throws TypeError for the request or context of a framework, naming the function for it. Nothing else.
   */
  readonly fetch: ReceiverFetch<Framework>;
  /**
   * Takes an event that is trusted without a signature through the remaining stages: integration, schemas, dedupe, handler
   * or inbox. `reconcile` calls it with a record that it has polled. It resolves when the handler has ended or
   * `handlerTimeout` has passed, and never rejects. It takes no signal: a handler that has started should end.
   */
  readonly process: (
    event: EventEnvelope,
    ...context: ContextArguments<Framework>
  ) => Promise<Outcome>;
  /** Whether `reconciliation` is on: an event and a poll of the same result then share a dedupe key. */
  readonly reconciles: boolean;
  /**
   * Runs the handler of an event, with the schemas but without signature, dedupe or deadline: for unit tests and
   * inbox workers. An error of the handler is in the outcome; it never rejects for that.
   */
  readonly dispatch: (
    event: EventEnvelope,
    context?: DispatchContext<Framework>,
  ) => Promise<DispatchOutcome>;
  /**
   * Answers 503 from now on, and resolves when every handler has ended. At the timeout, the signals of the handlers
   * abort and their claims end with their leases; no handler starts after it.
   */
  readonly drain: (options?: DrainOptions) => Promise<void>;
}

/** `fetch` of a {@link Receiver}. */
export interface ReceiverFetch<Framework = unknown> {
  (request: Request, ...context: ContextArguments<Framework>): Promise<Response>;
  /** A route handler as well, for servers that pass a second argument: Next.js `{ params }`, Deno `info`. */
  (request: Request, ...none: unknown extends Framework ? [] : [never]): Promise<Response>;
}

/** Options of `dispatch`. */
export interface DispatchContext<Framework = unknown> {
  readonly framework?: Framework | undefined;
  /** Aborts the handler's signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `drain`. */
export interface DrainOptions {
  /** Milliseconds. Default 30,000. */
  readonly timeout?: number | undefined;
}
