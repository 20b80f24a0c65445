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
  const third = leaseMs / 3;
  let endsAt = claim.asked + leaseMs;
  let timer: ReturnType<typeof setTimeout>;
  let ended = false;

  function end(): void {
    ended = true;
    clearTimeout(timer);
  }

  function lose(reason: string): void {
    end();
    onLost(leaseLost(reason));
  }

  // A timer decides, not an answer: a store that hangs must not leave us believing that the event is ours.
  function loseAtEnd(): void {
    const remaining = endsAt - performance.now();
    timer = setTimeout(lose, remaining, 'The lease ended without being renewed.');
  }

  async function extend(): Promise<void> {
    const asked = performance.now();
    loseAtEnd();
    let extended: boolean | undefined;
    try {
      extended = await store.extend(claim.key, claim.owner, leaseMs);
    } catch {
      // It may recover within the lease: the next third of it tries again.
    }
    if (ended) return;
    if (extended === false) return lose('The lease was lost to another owner.');
    if (extended) endsAt = asked + leaseMs;
    clearTimeout(timer);
    schedule();
  }

  function schedule(): void {
    if (endsAt - performance.now() <= third) loseAtEnd();
    else timer = setTimeout(extend, third);
  }

  schedule();
  return end;
}
