import { ignoreErrors } from '../async/ignore-errors.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { handlerTimedOut } from '../handlers/run-handler.js';
import type { DedupeStore } from './dedupe-store.js';
import { type LeasedClaim, renewLease } from './renew-lease.js';

/** `lost`: the lease had ended, so another owner may hold the event now. */
export type CommitResult = 'committed' | 'lost' | { readonly error: unknown };

/** Times of a claim, in milliseconds. */
export interface ClaimTimes {
  readonly lease: number;
  readonly retention: number;
  readonly handlerTimeout: number;
}

// Five tries in a second and a half: long enough for a failover of the store, not for an outage.
const COMMIT_RETRY_DELAYS = [100, 200, 400, 800] as const;

/** A claim that this process has acquired. It ends with `commit`, `release` or `abort`. */
export class HeldClaim {
  readonly #store: DedupeStore;
  readonly #claim: LeasedClaim;
  readonly #times: ClaimTimes;
  readonly #onAbort: () => void;
  #controller: AbortController | undefined;
  #timeoutTimer: ReturnType<typeof setTimeout> | undefined;
  #endRenewal: (() => void) | undefined;
  #hasEnded = false;

  /** @param onAbort Called when the handler is given up: nothing should wait for it any longer. */
  constructor(store: DedupeStore, claim: LeasedClaim, times: ClaimTimes, onAbort: () => void) {
    this.#store = store;
    this.#claim = claim;
    this.#times = times;
    this.#onAbort = onAbort;
  }

  /** Aborts when the lease was lost, when the handler ran out of time, or when a drain did. */
  get signal(): AbortSignal {
    // Most handlers never ask for it, and an AbortController costs as much as a fifth of a delivery.
    return this.#abortable().signal;
  }

  /** Starts the renewal when it is due before the ack. Otherwise the claim needs none until then. */
  startRenewalIfDueBefore(ackDeadline: number): void {
    const { lease, handlerTimeout } = this.#times;
    if (this.#claim.requestedAt + Math.min(lease / 3, handlerTimeout) < ackDeadline) {
      this.startRenewal();
    }
  }

  /** Renews the lease until the claim ends, for at most `handlerTimeout`. Does nothing once it has ended. */
  startRenewal(): void {
    if (this.#endRenewal || this.#hasEnded) return;
    const { lease, handlerTimeout } = this.#times;
    this.#endRenewal = renewLease(this.#store, this.#claim, lease, (lost) => this.abort(lost));
    this.#timeoutTimer = setTimeout(
      () => this.abort(handlerTimedOut(handlerTimeout)),
      Math.max(0, this.#claim.requestedAt + handlerTimeout - performance.now()),
    );
  }

  /** Gives the handler up. The lease is left to end, not released: the handler may still be at work. */
  abort(reason: unknown): void {
    this.#end();
    this.#abortable().abort(reason);
    this.#onAbort();
  }

  /** Marks the event done, and tries again when the store fails. Never throws or rejects. */
  commit(): MaybePromise<CommitResult> {
    this.#end();
    const committing = this.#tryToCommit();
    return typeof committing === 'string' ? committing : this.#commitUntilAnswered(committing);
  }

  async #commitUntilAnswered(first: MaybePromise<CommitResult>): Promise<CommitResult> {
    let result = await first;
    for (const delay of COMMIT_RETRY_DELAYS) {
      if (typeof result === 'string') break;
      await new Promise((resolve) => setTimeout(resolve, delay));
      result = await this.#tryToCommit();
    }
    return result;
  }

  #tryToCommit(): MaybePromise<CommitResult> {
    try {
      const { key, owner } = this.#claim;
      const committed = this.#store.commit(key, owner, this.#times.retention);
      return isPromise(committed)
        ? Promise.resolve(committed).then(toResult, (error: unknown) => ({ error }))
        : toResult(committed);
    } catch (error) {
      return { error };
    }
  }

  /** Frees the event for the next delivery. Never rejects: when it fails, the lease ends on its own. */
  release(): Promise<void> {
    this.#end();
    return ignoreErrors(() => this.#store.release(this.#claim.key, this.#claim.owner));
  }

  #abortable(): AbortController {
    this.#controller ??= new AbortController();
    return this.#controller;
  }

  #end(): void {
    this.#hasEnded = true;
    this.#endRenewal?.();
    clearTimeout(this.#timeoutTimer);
  }
}

function toResult(committed: boolean): CommitResult {
  return committed ? 'committed' : 'lost';
}
