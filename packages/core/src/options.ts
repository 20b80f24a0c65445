import type { DedupeStore } from './dedupe/dedupe-store.js';
import type {
  FormDataSchemas,
  MetadataSchema,
  NoMetadataSchema,
  NoSchemas,
} from './events/webhook-event.js';
import type { Handlers } from './handlers/handlers.js';
import type { Inbox } from './inbox.js';
import type { MaybePromise } from './maybe-promise.js';
import type { Observer } from './observer.js';

/**
 * Finds the signing secret for a delivery: per tenant or integration, from a path, a header or `c.env`; never from the
 * body, which is not verified yet. Nothing found (`undefined`, `null`, an empty list): answered like a wrong signature,
 * at the same cost. Thrown or rejected, or an empty string, which is a variable that is not set: answered 503.
 */
export type SecretResolver<Framework = unknown> = (
  framework: Framework,
) => MaybePromise<string | readonly string[] | null | undefined>;

/** What it takes to trust a delivery. */
export interface VerifierOptions<
  Framework = unknown,
  Forms extends FormDataSchemas = NoSchemas,
  Meta extends MetadataSchema = NoMetadataSchema,
> {
  /** The endpoint's signing secret; several while one is rotated out; or a resolver. */
  readonly secret: string | readonly string[] | SecretResolver<Framework>;
  /** When set, an event of another integration is rejected with `wrong_integration`. */
  readonly integrationId?: string;
  /** Seconds that `t` may differ from our clock, in either direction. Default 300. */
  readonly tolerance?: number;
  /** Milliseconds from arrival to the ack, reading the body included. Default 12,000; must be below 15,000. */
  readonly ackTimeout?: number;
  /** Default 1,048,576. */
  readonly maxBodyBytes?: number;
  /** Standard Schemas for `data.formData`, by `documentConfigSlug`: they validate it, and type it in the handlers. */
  readonly formData?: Forms;
  /** A Standard Schema for `data.metadata`: it validates it, and types it in the handlers. */
  readonly metadata?: Meta;
  /** Sees every outcome. What it throws changes nothing. */
  readonly observe?: Observer;
  /** The clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
}

/** What it takes to receive a delivery. */
export interface ReceiverOptions<
  Framework = unknown,
  Forms extends FormDataSchemas = NoSchemas,
  Meta extends MetadataSchema = NoMetadataSchema,
> extends VerifierOptions<Framework, Forms, Meta> {
  /** By event type, fixed at construction. */
  readonly handlers: Handlers<Framework, Forms, Meta>;
  /** Default: a `memoryStore()` of its own. The function form is for bindings that exist only in a request. */
  readonly dedupe?: DedupeStore | ((framework: Framework) => DedupeStore);
  /** When set, the event is stored durably and acked 202; `dispatch` processes it later. Dedupe is then the inbox's. */
  readonly inbox?: Inbox | ((framework: Framework) => Inbox);
  /**
   * Set it where `reconcile` of `@screening-webhooks/client` polls for lost webhooks: a document verification event then
   * claims its result (`resultId`) beside its id, so that what comes both ways is processed once. Two more operations of
   * the store for each such event; with an inbox, too, which needs a `dedupe` store as durable as itself. Default false.
   */
  readonly reconciliation?: boolean;
  /** Prefix of the dedupe keys, so that one store serves many endpoints. Default: the event's integration. */
  readonly namespace?: string;
  /** Milliseconds that a claim outlives a silent owner. Renewed while the handler lives. Default 60,000. */
  readonly lease?: number;
  /** Milliseconds that a done event is remembered. Default 7 days; at least the 15 minutes in which the service retries. */
  readonly retention?: number;
  /** Milliseconds after which the handler's signal aborts and its claim is left to expire. Default 600,000. */
  readonly handlerTimeout?: number;
}
