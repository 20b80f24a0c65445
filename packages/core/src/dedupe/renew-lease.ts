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
