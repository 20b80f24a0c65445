import type { DedupeStore } from './dedupe-store.js';

/**
 * Renews a lease every third of it until `end` is called, and says once when it was lost.
 *
 * @param asked When the claim was asked for, by `performance.now()`: the lease counts from there, so that it ends here
 * no later than it does in the store.
 * @returns `end`.
 */
export function renewLease(
  store: DedupeStore,
  claim: { readonly key: string; readonly owner: string; readonly asked: number },
  leaseMs: number,
  onLost: (reason: Error) => void,
): () => void {
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let leaseEnd: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  // A timer decides, not an answer: a store that hangs must not leave us believing that the event is ours.
  function leaseFrom(asked: number): void {
    clearTimeout(leaseEnd);
    const remaining = leaseMs - (performance.now() - asked);
    leaseEnd = setTimeout(onLost, remaining, new Error('The lease ended without being renewed.'));
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
    if (extended === false) return onLost(new Error('The lease was lost to another owner.'));
    if (extended) leaseFrom(asked);
    schedule();
  }

  function schedule(): void {
    renewal = setTimeout(() => void extend(), leaseMs / 3);
  }

  leaseFrom(claim.asked);
  schedule();
  return () => {
    ended = true;
    clearTimeout(renewal);
    clearTimeout(leaseEnd);
  };
}
