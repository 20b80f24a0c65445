import type { MaybePromise, Outcome, ReceiveContext, Receiver } from '@screening-webhooks/core';
import type { OptionNames } from '@screening-webhooks/core/store-kit';
import { checkFunction, checkNumber } from '../check-input.js';
import type { ScreeningClient } from '../create-client.js';
import type { VerificationRecord } from '../document-verifications.js';
import { InvalidInputError } from '../errors/invalid-input-error.js';
import { type ResultType, resultType } from './polled-event.js';

/** The `externalId`s whose results are pending. An async iterable is read one id at a time, when a request is due. */
type PendingIds = Iterable<string> | AsyncIterable<string>;

/** The pending ids, or a function that returns them. */
export type PendingSource = PendingIds | (() => MaybePromise<PendingIds>);

/** Options of `reconcile`. */
export type ReconcileOptions<Framework = unknown> = ReconcileBase<Framework> &
  (unknown extends Framework
    ? { readonly framework?: Framework | undefined }
    : {
        /** The framework context that the receiver's resolvers and handlers expect. */
        readonly framework: Framework;
      });

export interface ReconcileBase<Framework> {
  readonly client: Pick<ScreeningClient, 'documentVerifications'>;
  /** The receiver of the webhooks, or another one on the same dedupe store. Requires `reconciliation: true`. */
  readonly receiver: ReconcilingReceiver<Framework>;
  /** The ids to look up. A run looks up each id once, in this order. */
  readonly pending: PendingSource;
  /** The number of ids that are looked up and processed concurrently. Default 4. */
  readonly concurrency?: number | undefined;
  /** The maximum number of lookups per second, without the client's retries. Each page is one lookup. Default 10. */
  readonly requestsPerSecond?: number | undefined;
  /**
   * The maximum age of a result in milliseconds. An older result is not processed: its dedupe key may have expired, and
   * the handler would run again. Must not exceed the receiver's `retention`. Default 7 days.
   */
  readonly maxAge?: number | undefined;
  /** Returns the event type of a record; undefined while its verification is in progress. Default: {@link resultType}, a guess. */
  readonly toEventType?: ((record: VerificationRecord) => ResultType | undefined) | undefined;
  /**
   * Called when every result of an id has been handled, in this run or before. Remove the id from the pending list here
   * and nowhere else. If this throws, the id counts as failed.
   */
  readonly onSettled?:
    | ((externalId: string, records: readonly VerificationRecord[]) => unknown)
    | undefined;
  /** Called when the lookup or the handler of an id failed; the next run retries it. The reason is a `ServiceError`, or the error of the handler. */
  readonly onFailed?: ((externalId: string, reason: unknown) => unknown) | undefined;
  /** Stops the run: no further id is looked up, and running handlers finish first. */
  readonly signal?: AbortSignal | undefined;
  /** Keeps an edge runtime alive while a handler runs longer than the call. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /** The clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** The part of a `Receiver` that `reconcile` uses. */
interface ReconcilingReceiver<Framework = unknown> {
  readonly reconciles: Receiver['reconciles'];
  readonly process: (
    event: Parameters<Receiver['process']>[0],
    context: ReceiveContext<Framework> & { readonly framework: Framework },
  ) => Promise<Outcome>;
}

/** Validated {@link ReconcileOptions} with defaults applied. */
export interface ReconcileSettings<Framework> extends ReconcileBase<Framework> {
  readonly framework: Framework;
  readonly concurrency: number;
  readonly requestsPerSecond: number;
  readonly maxAge: number;
  readonly toEventType: (record: VerificationRecord) => ResultType | undefined;
  readonly now: () => number;
}

/** {@link ReconcileOptions} without the condition on `framework`, so that its keys can be listed. */
export type NamedOptions<Framework> = ReconcileBase<Framework> & { readonly framework?: unknown };

export const optionNames: OptionNames<NamedOptions<unknown>> = {
  client: true,
  receiver: true,
  pending: true,
  concurrency: true,
  requestsPerSecond: true,
  maxAge: true,
  toEventType: true,
  onSettled: true,
  onFailed: true,
  signal: true,
  waitUntil: true,
  now: true,
  framework: true,
};

/** @throws InvalidInputError for an invalid option; the message names the option and the fix. */
export function reconcileSettings<Framework>(
  options: ReconcileBase<Framework> & { readonly framework?: Framework | undefined },
): ReconcileSettings<Framework> {
  if (!options.receiver.reconciles) {
    throw new InvalidInputError(
      'receiver',
      'set `reconciliation: true` in its options. Without it, a result that arrives both by webhook and by poll is processed twice.',
    );
  }
  checkFunction('onSettled', options.onSettled);
  checkFunction('onFailed', options.onFailed);
  return {
    ...options,
    // ReconcileOptions requires it whenever the receiver declares a framework.
    framework: options.framework as Framework,
    concurrency: checkNumber('concurrency', options.concurrency, {
      min: 1,
      max: 1000,
      of: 'an integer',
      default: 4,
    }),
    requestsPerSecond: checkNumber('requestsPerSecond', options.requestsPerSecond, {
      of: 'a number',
      min: 0.001,
      max: 100_000,
      default: 10,
    }),
    maxAge: checkNumber('maxAge', options.maxAge, {
      of: 'milliseconds',
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      default: 7 * 24 * 3_600_000,
    }),
    toEventType: checkFunction('toEventType', options.toEventType) ?? resultType,
    now: checkFunction('now', options.now) ?? Date.now,
  };
}
