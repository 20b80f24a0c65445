import type { DedupeStore } from './dedupe-store.js';
import { leaseLost } from './lease-lost.js';

/** A claim of which the lease is to be renewed. */
export interface LeasedClaim {
  readonly key: string;
  readonly owner: string;
  /** When it was asked for, by `performance.now()`: the lease counts from there, so that it ends here no later than in the store. */
  readonly asked: number;
}

/**
 * Renews the lease of an acquired claim every third of it, and says once when it was lost: for whoever processes events
 * outside a receiver, such as the consumer of an inbox.
 *
 * @param leaseMs Milliseconds.
 * @param onLost Not called any more after `end`.
 * @returns `end`: stops renewing.
 */
export function renewLease(
  store: Pick<DedupeStore, 'extend'>,
  claim: LeasedClaim,
  leaseMs: number,
  onLost: (reason: Error) => void,
): () => void {
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let leaseEnd: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  function end(): void {
    ended = true;
    clearTimeout(renewal);
    clearTimeout(leaseEnd);
  }

  function lose(reason: Error): void {
    end();
    onLost(reason);
  }

  // A timer decides, not an answer: a store that hangs must not leave us believing that the event is ours.
  function leaseFrom(asked: number): void {
    clearTimeout(leaseEnd);
    const remaining = leaseMs - (performance.now() - asked);
    leaseEnd = setTimeout(lose, remaining, leaseLost('The lease ended without being renewed.'));
  }

  async function extend(): Promise<void> {
    const asked = performance.now();
    let extended: boolean | undefined;
    try {
      extended = await store.extend(claim.key, claim.owner, leaseMs);
    } catch {
      // It may recover within the lease: the next third of it tries again.
    }
    if (ended) return;
    if (extended === false) return lose(leaseLost('The lease was lost to another owner.'));
    if (extended) leaseFrom(asked);
    schedule();
  }

  function schedule(): void {
    renewal = setTimeout(() => void extend(), leaseMs / 3);
  }

  leaseFrom(claim.asked);
  schedule();
  return end;
}
