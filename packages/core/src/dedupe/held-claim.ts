import type { Alarm, Alarms } from '../alarms.js';
import type { Lifecycle } from '../lifecycle.js';
import { andThen, isPromise, type MaybePromise } from '../maybe-promise.js';
import type { DedupeStore } from './dedupe-store.js';
import { Lease, type LeasedClaim } from './lease.js';

/** `lost`: the lease had ended, so somebody else may have the event now. */
export type CommitResult = 'committed' | 'lost' | { readonly error: unknown };

/** Times of a claim, in milliseconds. */
export interface ClaimTimes {
  readonly lease: number;
  readonly retention: number;
  readonly handlerTimeout: number;
}

/** What a claim needs to know of the event's way. */
interface Surroundings {
  readonly alarms: Alarms;
  /** Its `expire` ends the wait: nobody should wait for a handler that was given up. */
  readonly deadline: { readonly expire: () => void };
}

// Five tries in a second and a half: a failover of the store, not an outage.
const COMMIT_RETRY_DELAYS = [100, 200, 400, 800] as const;

/** A claim that this process has acquired, and keeps alive until its handler has ended. */
export class HeldClaim {
  readonly #store: DedupeStore;
  readonly #claim: LeasedClaim;
  readonly #times: ClaimTimes;
  readonly #surroundings: Surroundings;
  readonly #running: Lifecycle['running'];
  #controller: AbortController | undefined;
  #timeout: Alarm | undefined;
  #firstRenewal: Alarm | undefined;
  #lease: Lease | undefined;

  /** @param running What a drain gives up when it runs out of time. */
  constructor(
    store: DedupeStore,
    claim: LeasedClaim,
    times: ClaimTimes,
    surroundings: Surroundings,
    running: Lifecycle['running'],
  ) {
    this.#store = store;
    this.#claim = claim;
    this.#times = times;
    this.#surroundings = surroundings;
    this.#running = running;
  }

  /** Aborts when the lease was lost, when the handler ran out of time, or when a drain did. */
  get signal(): AbortSignal {
    // Built when it is first asked for: most handlers never ask.
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  /** Keeps the claim alive until it ends: for a handler that has not returned at once. */
  keep(): void {
    const { alarms } = this.#surroundings;
    const { lease, handlerTimeout } = this.#times;
    this.#timeout = alarms.add(() =>
      this.abandon(
        new Error(`The handler did not end within handlerTimeout (${handlerTimeout} ms).`),
      ),
    );
    alarms.set(this.#timeout, performance.now() + handlerTimeout);
    // Most handlers have ended before there is anything to renew. A claim that was long in coming is renewed at once.
    this.#firstRenewal = alarms.add(() => this.#renew());
    alarms.set(this.#firstRenewal, this.#claim.asked + lease / 3);
    this.#running.add(this);
  }

  // A third of the lease has passed, so that it renews itself now.
  #renew(): void {
    const { alarms } = this.#surroundings;
    const onLost = (reason: Error): void => this.abandon(reason);
    this.#lease = new Lease(this.#store, this.#claim, this.#times.lease, alarms, onLost);
  }

  /** Gives the handler up. The claim is left to expire, not released: the handler may still be at work. */
  abandon(reason: unknown): void {
    this.#end();
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
    this.#surroundings.deadline.expire();
  }

  /** Marks the event done, trying again when the store fails. Never throws, never rejects. */
  commit(): MaybePromise<CommitResult> {
    this.#end();
    return andThen(this.#tryToCommit(), (result) =>
      typeof result === 'string' ? result : this.#commitAgain(result),
    );
  }

  async #commitAgain(failure: CommitResult): Promise<CommitResult> {
    let result = failure;
    for (const delay of COMMIT_RETRY_DELAYS) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      result = await this.#tryToCommit();
      if (typeof result === 'string') break;
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

  /** Frees the event for the next delivery. Never rejects: a release that fails leaves the lease to end on its own. */
  async release(): Promise<void> {
    this.#end();
    try {
      await this.#store.release(this.#claim.key, this.#claim.owner);
    } catch {
      // Documented: the lease ends on its own, and the next delivery runs after it.
    }
  }

  #end(): void {
    if (!this.#timeout || !this.#firstRenewal) return;
    this.#surroundings.alarms.clear(this.#timeout);
    this.#surroundings.alarms.clear(this.#firstRenewal);
    this.#lease?.end();
    this.#running.delete(this);
  }
}

function toResult(committed: boolean): CommitResult {
  return committed ? 'committed' : 'lost';
}
