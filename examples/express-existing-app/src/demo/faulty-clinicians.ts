import { setTimeout as sleep } from 'node:timers/promises';
import type { Clinicians } from '../clinicians.js';

/** The faults of the storage, by clinician. */
export interface Faults {
  /** Milliseconds that a decision takes. */
  readonly slow: Readonly<Record<string, number>>;
  /** The first decision fails. */
  readonly failsOnce: readonly string[];
  /** A decision takes until somebody waits for `idle`. */
  readonly held: readonly string[];
  /** Called when a held decision has begun. */
  readonly onHeld?: () => void;
}

/** How often the handler of an event asked for a write, and how often it wrote. */
export interface RunCount {
  readonly runs: number;
  readonly writes: number;
}

/** Clinicians in a faulty storage that counts. */
export interface FaultyClinicians extends Clinicians {
  /** By event id. Every handler of the app makes one decision, so each decision is a handler run. */
  readonly runCounts: ReadonlyMap<string, RunCount>;
  /** Ends the held decisions. Resolves when no decision is pending. */
  idle(): Promise<void>;
}

/** Puts faults between the app and its storage, so that the app itself needs no switches for the demo. */
export function faultyClinicians(inner: Clinicians, faults: Faults): FaultyClinicians {
  const runCounts = new Map<string, RunCount>();
  const pending = new Set<Promise<unknown>>();
  const failing = new Set(faults.failsOnce);
  const heldDecisions: (() => void)[] = [];

  function count(eventId: string, more: RunCount): void {
    const { runs, writes } = runCounts.get(eventId) ?? { runs: 0, writes: 0 };
    runCounts.set(eventId, { runs: runs + more.runs, writes: writes + more.writes });
  }

  const decide: Clinicians['decide'] = async (id, decision) => {
    count(decision.eventId, { runs: 1, writes: 0 });
    await sleep(faults.slow[id] ?? 0);
    if (faults.held.includes(id)) {
      const ended = new Promise<void>((resolve) => heldDecisions.push(resolve));
      faults.onHeld?.();
      await ended;
    }
    if (failing.delete(id)) throw new Error(`the storage lost the decision on ${id}`);
    const clinician = await inner.decide(id, decision);
    if (clinician) count(decision.eventId, { runs: 0, writes: 1 });
    return clinician;
  };

  return {
    ...inner,
    runCounts,
    decide(id, decision) {
      const work = decide(id, decision);
      const forget = (): boolean => pending.delete(ended);
      const ended: Promise<unknown> = work.then(forget, forget);
      pending.add(ended);
      return work;
    },
    async idle() {
      for (const end of heldDecisions.splice(0)) end();
      await Promise.all(pending);
    },
  };
}
