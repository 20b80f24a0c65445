import type { DedupeStore } from '@screening-webhooks/core';

/** A claim that is renewed until `end` is called. */
export interface KeptClaim {
  /** Aborts when the lease was lost. */
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * Renews a claim every third of its lease.
 *
 * @param asked When the claim was asked for, by `performance.now()`: the lease ends here no later than in the store.
 */
export function keepClaim(
  store: DedupeStore,
  claim: { readonly key: string; readonly owner: string; readonly asked: number },
  leaseMs: number,
): KeptClaim {
  const controller = new AbortController();
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
    controller.abort(reason);
  }

  function leaseFrom(asked: number): void {
    clearTimeout(leaseEnd);
    const left = leaseMs - (performance.now() - asked);
    leaseEnd = setTimeout(lose, left, new Error('The lease ended without being renewed.'));
  }

  async function renew(): Promise<void> {
    const asked = performance.now();
    let extended: boolean | undefined;
    try {
      extended = await store.extend(claim.key, claim.owner, leaseMs);
    } catch {
      // It may recover within the lease: the next third of it tries again.
    }
    if (ended) return;
    if (extended === false) return lose(new Error('The lease was lost to another owner.'));
    if (extended) leaseFrom(asked);
    schedule();
  }

  function schedule(): void {
    renewal = setTimeout(() => void renew(), leaseMs / 3);
  }

  leaseFrom(claim.asked);
  schedule();
  return { signal: controller.signal, end };
}
