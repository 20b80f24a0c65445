import type { MaybePromise } from '../async/maybe-promise.js';
import type { DedupeStore } from '../dedupe/dedupe-store.js';
import type { InferSchemas, NoSchemas, Schemas } from '../events/schemas.js';
import type { Handlers, UnknownTypeHandlers } from '../handlers/handlers.js';
import type { Inbox } from '../inbox/inbox.js';
import type { Observer } from '../pipeline/observer.js';

/**
 * Finds the signing secret for a delivery: by tenant or integration, from a path, a header or `c.env`; never from the
 * body, which is not verified yet. `undefined`, `null` or an empty list means an unknown tenant: the answer is that of a
 * wrong signature (401), at the same cost. An error, an empty string (a variable that is not set) or any other value means
 * that the receiver is not configured: the answer is 503, and the service sends the delivery again.
 */
export type SecretResolver<Framework = unknown> = (
  framework: Framework,
) => MaybePromise<string | readonly string[] | null | undefined>;

/** The options of {@link VerifierOptions} that do not depend on the schemas. */
export interface BaseVerifierOptions<Framework> extends Schemas {
  /** The endpoint's signing secret; several while it is being rolled; or a resolver. */
  readonly secret: string | readonly string[] | SecretResolver<Framework>;
  /** When set, an event of another integration is rejected with `wrong_integration`. The function form is for tenants. */
  readonly integrationId?: string | ((framework: Framework) => string) | undefined;
  /** Seconds that `t` may differ from the receiver's clock, in either direction. Default 300. */
  readonly tolerance?: number | undefined;
  /** Milliseconds from arrival to the ack, reading the body included. Default 12,000; must be below 15,000. */
  readonly ackTimeout?: number | undefined;
  /** Default 1,048,576. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Sees every outcome. An error that it throws changes nothing. Default: `consoleObserver()`, one line with `console.error` or
   * `console.warn` for each failure and each rejection, at a limited rate. `false`: silence.
   */
  readonly observe?: Observer<NoInfer<Framework>> | false | undefined;
  /** The clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** The options of {@link ReceiverOptions} whose types do not infer the schemas. */
export interface BaseReceiverOptions<Framework, Given extends Schemas>
  extends BaseVerifierOptions<Framework> {
  /** By event type, fixed at construction. A type that this version does not know throws: it is probably misspelt. */
  readonly handlers: Handlers<Framework, Given>;
  /** Handlers of event types that are newer than this version, by type. Their events have `data: unknown`. */
  readonly unknownTypes?: UnknownTypeHandlers<Framework> | undefined;
  /** Default: a `memoryStore()` of its own. The function form is for bindings that exist only in a request. */
  readonly dedupe?: DedupeStore | ((framework: Framework) => DedupeStore) | undefined;
  /** When set, the event is stored durably and acked 202; `dispatch` processes it later. The inbox then dedupes. */
  readonly inbox?: Inbox | ((framework: Framework) => Inbox) | undefined;
  /**
   * Set it when `reconcile` of `@screening-webhooks/client` polls for lost webhooks. A document verification event then
   * claims its result (`resultId`) as well as its id, so that a result which arrives both ways is processed once. It costs
   * two more store operations for each such event; an inbox then needs a `dedupe` store as durable as itself. Default false.
   */
  readonly reconciliation?: boolean | undefined;
  /**
   * Separates the event ids of endpoints and tenants that share a store. Default: the integration that the event names.
   * Set it, or `integrationId`, where `secret` is different for each tenant: one tenant can sign an event that names
   * another's integration.
   */
  readonly namespace?: string | ((framework: Framework) => string) | undefined;
  /** Milliseconds that a claim outlives a silent owner. Renewed while the handler runs. Default 60,000. */
  readonly lease?: number | undefined;
  /** Milliseconds that a done event is remembered. Default 7 days; at least the 15 minutes in which the service retries. */
  readonly retention?: number | undefined;
  /** Milliseconds after which the handler's signal aborts and its claim is left to end with its lease. Default 600,000. */
  readonly handlerTimeout?: number | undefined;
}

/** Options of `createVerifier` and of each adapter's `verifyWebhook`. */
export type VerifierOptions<
  Framework = unknown,
  Given extends Schemas = NoSchemas,
> = BaseVerifierOptions<Framework> & InferSchemas<Given>;

/** Options of `createReceiver` and of each adapter's `webhook`. */
export type ReceiverOptions<
  Framework = unknown,
  Given extends Schemas = NoSchemas,
> = BaseReceiverOptions<Framework, Given> & InferSchemas<Given>;

/** The same where a `dedupe` store has to be given: for functions whose bundle has no store in memory. */
export type ReceiverOptionsWithStore<
  Framework = unknown,
  Given extends Schemas = NoSchemas,
> = ReceiverOptions<Framework, Given> &
  Readonly<Record<'dedupe', NonNullable<BaseReceiverOptions<Framework, Given>['dedupe']>>>;
