import { LeaseLostError } from '../errors/lease-lost-error.js';
import type { DedupeStore } from './dedupe-store.js';

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
  const renewal = new LeaseRenewal(store, claim, leaseMs, onLost);
  return () => renewal.end();
}

class LeaseRenewal {
  readonly #store: Pick<DedupeStore, 'extend'>;
  readonly #claim: LeasedClaim;
  readonly #leaseMs: number;
  readonly #onLost: (reason: Error) => void;
  #renewTimer: ReturnType<typeof setTimeout> | undefined;
  // A timer decides that the lease is over, not an answer: a store that hangs never gives one.
  #endTimer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    store: Pick<DedupeStore, 'extend'>,
    claim: LeasedClaim,
    leaseMs: number,
    onLost: (reason: Error) => void,
  ) {
    this.#store = store;
    this.#claim = claim;
    this.#leaseMs = leaseMs;
    this.#onLost = onLost;
    this.#leaseStarts(claim.requestedAt);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#renewTimer);
    clearTimeout(this.#endTimer);
  }

  #leaseStarts(requestedAt: number): void {
    const elapsed = performance.now() - requestedAt;
    clearTimeout(this.#endTimer);
    this.#endTimer = setTimeout(
      () => this.#lose('The lease ended without being renewed.'),
      Math.max(0, this.#leaseMs - elapsed),
    );
    this.#renewAfter(this.#leaseMs / 3 - elapsed);
  }

  #renewAfter(delay: number): void {
    clearTimeout(this.#renewTimer);
    this.#renewTimer = setTimeout(() => void this.#renew(), Math.max(0, delay));
  }

  async #renew(): Promise<void> {
    const requestedAt = performance.now();
    let extended: boolean | undefined;
    try {
      extended = await this.#store.extend(this.#claim.key, this.#claim.owner, this.#leaseMs);
    } catch {
      // The store may recover before the lease ends.
    }
    if (this.#ended) return;
    if (extended === false) this.#lose('The lease was lost to another owner.');
    else if (extended) this.#leaseStarts(requestedAt);
    else this.#renewAfter(this.#leaseMs / 3);
  }

  #lose(reason: string): void {
    this.end();
    this.#onLost(new LeaseLostError(reason));
  }
}
