import type { MaybePromise, Outcome, ReceiveContext, Receiver } from '@screening-webhooks/core';
import { checkFunction, checkNumber } from '../check-input.js';
import type { ScreeningClient } from '../create-client.js';
import type { VerificationRecord } from '../document-verifications.js';
import { InvalidInputError } from '../errors/invalid-input-error.js';
import { type ResultType, resultType } from './polled-event.js';

/** The `externalId`s whose results are still waited for. An async iterable is read as slowly as it is worked off. */
export type PendingIds = Iterable<string> | AsyncIterable<string>;

/** The ids, or what finds them. */
export type PendingSource = PendingIds | (() => MaybePromise<PendingIds>);

/** Options of `reconcile`. */
export type ReconcileOptions<Framework = unknown> = ReconcileBase<Framework> &
  (unknown extends Framework
    ? { readonly framework?: Framework }
    : {
        /** What the receiver's resolvers and handlers were written for, as far as they use it. */
        readonly framework: Framework;
      });

export interface ReconcileBase<Framework> {
  readonly client: Pick<ScreeningClient, 'documentVerifications'>;
  /** Made with `reconciliation: true`, on the dedupe store of the receiver that takes the webhooks: or that one itself. */
  readonly receiver: ReconcilingReceiver<Framework>;
  /** Which to ask for. Each is asked for once in a run, in this order. */
  readonly pending: PendingSource;
  /** How many are asked for and processed at once. Default 4. */
  readonly concurrency?: number;
  /** How many are asked for in a second, retries of the client not counted. Default 10. */
  readonly requestsPerSecond?: number;
  /**
   * Milliseconds. A result that was completed longer ago is not processed: its dedupe key may be forgotten, and the handler
   * would run again. At most the receiver's `retention`. Default 7 days.
   */
  readonly maxAge?: number;
  /** What a record stands for; undefined while its verification is under way. Default: {@link resultType}, a guess. */
  readonly toEventType?: (record: VerificationRecord) => ResultType | undefined;
  /**
   * An id is done: every result of it was handled, now or before. Take it off the list here, and only here. When this
   * throws, the id counts as failed.
   */
  readonly onSettled?: (externalId: string, records: readonly VerificationRecord[]) => unknown;
  /** An id could not be asked for or processed; the next run tries again. The reason is a `ServiceError` or what the handler threw. */
  readonly onFailed?: (externalId: string, reason: unknown) => unknown;
  /** Ends the run: no further id is asked for, and a handler that is at work ends first. */
  readonly signal?: AbortSignal;
  /** Keeps an edge runtime alive for a handler that outlives its run. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
  /** The clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
}

/** What of a receiver is used: any `Receiver` is one. */
export interface ReconcilingReceiver<Framework = unknown> {
  readonly reconciles: Receiver['reconciles'];
  readonly process: (
    event: Parameters<Receiver['process']>[0],
    context: ReceiveContext<Framework> & { readonly framework: Framework },
  ) => Promise<Outcome>;
}

/** {@link ReconcileOptions}, checked and with defaults. */
export interface ReconcileSettings<Framework> extends ReconcileBase<Framework> {
  readonly framework: Framework;
  readonly concurrency: number;
  readonly requestsPerSecond: number;
  readonly maxAge: number;
  readonly toEventType: (record: VerificationRecord) => ResultType | undefined;
  readonly now: () => number;
}

/** @throws InvalidInputError for a malformed option, naming the option and the cure. */
export function reconcileSettings<Framework>(
  options: ReconcileBase<Framework> & { readonly framework?: Framework },
): ReconcileSettings<Framework> {
  if (!options.receiver.reconciles) {
    throw new InvalidInputError(
      'receiver',
      'set `reconciliation: true` in its options. Without it, what comes by webhook and by poll is processed twice.',
    );
  }
  checkFunction('onSettled', options.onSettled);
  checkFunction('onFailed', options.onFailed);
  return {
    ...options,
    // ReconcileOptions makes it present wherever the receiver was written for a framework.
    framework: options.framework as Framework,
    concurrency: checkNumber('concurrency', options.concurrency, {
      least: 1,
      most: 1000,
      whole: true,
      default: 4,
    }),
    requestsPerSecond: checkNumber('requestsPerSecond', options.requestsPerSecond, {
      least: 0.001,
      most: 100_000,
      default: 10,
    }),
    maxAge: checkNumber('maxAge', options.maxAge, {
      least: 1,
      most: Number.MAX_SAFE_INTEGER,
      default: 7 * 24 * 3_600_000,
    }),
    toEventType: checkFunction('toEventType', options.toEventType) ?? resultType,
    now: checkFunction('now', options.now) ?? Date.now,
  };
}
