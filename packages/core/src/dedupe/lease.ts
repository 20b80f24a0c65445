import type { Alarm, Alarms } from '../alarms.js';
import type { DedupeStore } from './dedupe-store.js';
import { leaseLost } from './lease-lost.js';

/** A claim of which the lease is to be renewed. */
export interface LeasedClaim {
  readonly key: string;
  readonly owner: string;
  /** When it was asked for, by `performance.now()`: the lease counts from there, so that it ends here no later than in the store. */
  readonly asked: number;
}

/** The lease of an acquired claim, renewed every third of it. */
export class Lease {
  readonly #store: Pick<DedupeStore, 'extend'>;
  readonly #claim: LeasedClaim;
  readonly #ms: number;
  readonly #alarms: Alarms;
  readonly #onLost: (reason: Error) => void;
  readonly #renewal: Alarm;
  // An alarm decides, not an answer: a store that hangs must not leave us believing that the event is ours.
  readonly #end: Alarm;
  #ended = false;

  /** @param onLost Called at most once, and not after `end`. */
  constructor(
    store: Pick<DedupeStore, 'extend'>,
    claim: LeasedClaim,
    ms: number,
    alarms: Alarms,
    onLost: (reason: Error) => void,
  ) {
    this.#store = store;
    this.#claim = claim;
    this.#ms = ms;
    this.#alarms = alarms;
    this.#onLost = onLost;
    this.#renewal = alarms.add(() => void this.#renew());
    this.#end = alarms.add(() => this.#lose('The lease ended without being renewed.'));
    this.#lastsFrom(claim.asked);
  }

  /** Stops renewing. */
  end(): void {
    this.#ended = true;
    this.#alarms.clear(this.#renewal);
    this.#alarms.clear(this.#end);
  }

  #lastsFrom(asked: number): void {
    this.#alarms.set(this.#end, asked + this.#ms);
    this.#alarms.set(this.#renewal, asked + this.#ms / 3);
  }

  #lose(reason: string): void {
    this.end();
    this.#onLost(leaseLost(reason));
  }

  async #renew(): Promise<void> {
    const asked = performance.now();
    let extended: boolean | undefined;
    try {
      extended = await this.#store.extend(this.#claim.key, this.#claim.owner, this.#ms);
    } catch {
      // It may recover within the lease.
    }
    if (this.#ended) return;
    if (extended === false) this.#lose('The lease was lost to another owner.');
    else if (extended) this.#lastsFrom(asked);
    else this.#alarms.set(this.#renewal, performance.now() + this.#ms / 3);
  }
}
