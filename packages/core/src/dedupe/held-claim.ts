import type { Lifecycle } from '../lifecycle.js';
import type { DedupeStore } from './dedupe-store.js';
import { type LeasedClaim, renewLease } from './renew-lease.js';

/** A claim that this process has acquired and keeps alive until its handler has ended. */
export interface HeldClaim {
  /** Aborts when the lease was lost, when the handler ran out of time, or when a drain did. */
  readonly signal: AbortSignal;
  /** Marks the event done, trying again when the store fails. Never rejects. */
  commit(): Promise<CommitResult>;
  /** Frees the event for the next delivery. Never rejects: a release that fails leaves the lease to end on its own. */
  release(): Promise<void>;
}

/** `lost`: the lease had ended, so somebody else may have the event now. */
type CommitResult = 'committed' | 'lost' | { readonly error: unknown };

/** Times of a claim, in milliseconds. */
export interface ClaimTimes {
  readonly lease: number;
  readonly retention: number;
  readonly handlerTimeout: number;
}

// Five tries in a second and a half: a failover of the store, not an outage.
const COMMIT_RETRY_DELAYS = [100, 200, 400, 800] as const;

/**
 * Keeps an acquired claim alive.
 *
 * @param onStop Calls back when the receiver will not wait for its handlers any longer.
 * @param onAbandoned Called when the signal aborts: nobody should wait for the handler from then on.
 */
export function holdClaim(
  store: DedupeStore,
  claim: LeasedClaim,
  times: ClaimTimes,
  onStop: Lifecycle['onStop'],
  onAbandoned: () => void,
): HeldClaim {
  const { key, owner } = claim;
  const controller = new AbortController();
  const endRenewal = renewLease(store, claim, times.lease, abandon);
  const handlerTimer = setTimeout(() => {
    abandon(
      new Error(`The handler did not end within handlerTimeout (${times.handlerTimeout} ms).`),
    );
  }, times.handlerTimeout);
  const endSubscription = onStop(abandon);

  // The claim is left to expire, not released: the handler may still be at work.
  function abandon(reason: unknown): void {
    end();
    controller.abort(reason);
    onAbandoned();
  }

  function end(): void {
    endRenewal();
    clearTimeout(handlerTimer);
    endSubscription();
  }

  return {
    // A getter: Node builds the signal when it is first asked for, and most handlers never ask.
    get signal() {
      return controller.signal;
    },
    async commit() {
      end();
      for (let attempt = 0; ; attempt += 1) {
        try {
          return (await store.commit(key, owner, times.retention)) ? 'committed' : 'lost';
        } catch (error) {
          const delay = COMMIT_RETRY_DELAYS[attempt];
          if (delay === undefined) return { error };
          await new Promise((resolve) => setTimeout(resolve, delay));
        }
      }
    },
    async release() {
      end();
      try {
        await store.release(key, owner);
      } catch {
        // Documented: the lease ends on its own, and the next delivery runs after it.
      }
    },
  };
}
