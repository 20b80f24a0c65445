import { setTimeout as sleep } from 'node:timers/promises';
import type { Clinicians } from '../clinicians.js';

/** What is wrong with the storage, by clinician. */
export interface Trouble {
  /** Milliseconds that a decision takes. */
  readonly slow: Readonly<Record<string, number>>;
  /** The first decision fails. */
  readonly failsOnce: readonly string[];
}

/** How often an event's handler came to write, and how often it wrote. */
export interface Tally {
  readonly runs: number;
  readonly writes: number;
}

/** Clinicians in a storage that has its troubles, and counts. */
export interface TroubledClinicians extends Clinicians {
  /** By event id. Every handler of the app makes one decision, so decisions asked for are handler runs. */
  readonly tallies: ReadonlyMap<string, Tally>;
  /** Resolves when no decision is under way. */
  idle(): Promise<void>;
}

/** Puts trouble between the app and its storage, so that the app itself needs no switches for the demo. */
export function troubledClinicians(inner: Clinicians, trouble: Trouble): TroubledClinicians {
  const tallies = new Map<string, Tally>();
  const underWay = new Set<Promise<unknown>>();
  const failing = new Set(trouble.failsOnce);

  function count(eventId: string, more: Tally): void {
    const { runs, writes } = tallies.get(eventId) ?? { runs: 0, writes: 0 };
    tallies.set(eventId, { runs: runs + more.runs, writes: writes + more.writes });
  }

  const decide: Clinicians['decide'] = async (id, decision) => {
    count(decision.eventId, { runs: 1, writes: 0 });
    await sleep(trouble.slow[id] ?? 0);
    if (failing.delete(id)) throw new Error(`the storage lost the decision on ${id}`);
    const clinician = await inner.decide(id, decision);
    if (clinician) count(decision.eventId, { runs: 0, writes: 1 });
    return clinician;
  };

  return {
    ...inner,
    tallies,
    decide(id, decision) {
      const work = decide(id, decision);
      const forget = (): boolean => underWay.delete(ended);
      const ended: Promise<unknown> = work.then(forget, forget);
      underWay.add(ended);
      return work;
    },
    async idle() {
      await Promise.all(underWay);
    },
  };
}
