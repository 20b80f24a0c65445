import { ignoreErrors } from '../async/maybe-promise.js';
import { LeaseLostError } from '../errors/errors.js';
import { handlerTimedOut } from '../handlers/run-handler.js';
import type { CheckedStore } from './checked-store.js';
import type { DedupeStore } from './dedupe-store.js';

let processId: string | undefined;
let tokens = 0;

/** An acquired claim. */
export interface LeasedClaim {
  readonly key: string;
  readonly owner: string;
  /**
   * When the claim was requested, by `performance.now()`. The lease counts from here, so that it ends in this process no
   * later than in the store.
   */
  readonly requestedAt: number;
}

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
  readonly #store: CheckedStore;
  readonly #claim: LeasedClaim;
  readonly #times: ClaimTimes;
  readonly #onAbort: () => void;
  #controller: AbortController | undefined;
  #timeoutTimer: ReturnType<typeof setTimeout> | undefined;
  #endRenewal: (() => void) | undefined;
  #hasEnded = false;

  /** @param onAbort Called when the handler is given up: nothing should wait for it any longer. */
  constructor(store: CheckedStore, claim: LeasedClaim, times: ClaimTimes, onAbort: () => void) {
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

  /** Marks the event done, and tries again when the store fails. Never rejects. */
  async commit(): Promise<CommitResult> {
    this.#end();
    const { key, owner } = this.#claim;
    for (let tries = 0; ; tries += 1) {
      try {
        const committed = await this.#store.commit(key, owner, this.#times.retention);
        return committed ? 'committed' : 'lost';
      } catch (error) {
        const delay = COMMIT_RETRY_DELAYS[tries];
        if (delay === undefined) return { error };
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
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

/**
 * Renews the lease of an acquired claim every third of it. For the workers of an inbox, and for anything else that
 * processes events outside a receiver.
 *
 * @param leaseMs Milliseconds.
 * @param onLost Called at most once, with a `LeaseLostError`; not after `end`.
 * @returns `end`: stops renewing.
 */
export function renewLease(
  store: Pick<DedupeStore, 'extend'>,
  claim: LeasedClaim,
  leaseMs: number,
  onLost: (reason: Error) => void,
): () => void {
  let renewTimer: ReturnType<typeof setTimeout> | undefined;
  // A timer decides that the lease is over, not an answer: a store that hangs never gives one.
  let endTimer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  function end(): void {
    ended = true;
    clearTimeout(renewTimer);
    clearTimeout(endTimer);
  }

  function leaseStarts(requestedAt: number): void {
    const elapsed = performance.now() - requestedAt;
    clearTimeout(endTimer);
    endTimer = setTimeout(
      () => lose('The lease ended without being renewed.'),
      Math.max(0, leaseMs - elapsed),
    );
    renewAfter(leaseMs / 3 - elapsed);
  }

  function renewAfter(delay: number): void {
    clearTimeout(renewTimer);
    renewTimer = setTimeout(() => void renew(), Math.max(0, delay));
  }

  async function renew(): Promise<void> {
    const requestedAt = performance.now();
    let extended: boolean | undefined;
    try {
      extended = await store.extend(claim.key, claim.owner, leaseMs);
    } catch {
      // The store may recover before the lease ends.
    }
    if (ended) return;
    if (extended === false) lose('The lease was lost to another owner.');
    else if (extended) leaseStarts(requestedAt);
    else renewAfter(leaseMs / 3);
  }

  function lose(reason: string): void {
    end();
    onLost(new LeaseLostError(reason));
  }

  leaseStarts(claim.requestedAt);
  return end;
}

/** A token for the owner of one claim, unique across processes. */
export function createOwnerToken(): string {
  // Not at module scope, where edge runtimes refuse to generate random values.
  processId ??= crypto.randomUUID();
  tokens += 1;
  return `${processId}.${tokens}`;
}
