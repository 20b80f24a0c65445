import type { Clinicians } from '../clinicians.js';

/** Clinicians whose storage can be made to fail. Every handler of the app makes one decision. */
export interface FaultyClinicians extends Clinicians {
  /** How often a handler asked for a decision on this clinician. */
  runs(id: string): number;
  /** The next decision on this clinician fails. */
  failOnce(id: string): void;
}

/** Puts faults between the app and its storage, so that the app itself needs no switches for the demo. */
export function faultyClinicians(inner: Clinicians): FaultyClinicians {
  const runs = new Map<string, number>();
  const failing = new Set<string>();
  return {
    ...inner,
    async decide(id, decision) {
      runs.set(id, (runs.get(id) ?? 0) + 1);
      if (failing.delete(id)) throw new Error(`the storage lost the decision on ${id}`);
      return inner.decide(id, decision);
    },
    runs: (id) => runs.get(id) ?? 0,
    failOnce: (id) => void failing.add(id),
  };
}
