import { randomUUID } from 'node:crypto';
import type { Clinician, Clinicians } from './clinicians.js';

/** Clinicians in the memory of this process, starting with the given ones. */
export function memoryClinicians(
  first: readonly { readonly id: string; readonly name: string }[] = [],
): Clinicians {
  const byId = new Map<string, Clinician>();
  for (const { id, name } of first) save(newcomer(id, name));

  function save(clinician: Clinician): Clinician {
    byId.set(clinician.id, clinician);
    return clinician;
  }

  return {
    list: async () => [...byId.values()],
    find: async (id) => byId.get(id),
    add: async (name) => save(newcomer(randomUUID(), name)),
    async decide(id, decision) {
      const clinician = byId.get(id);
      if (!clinician) return undefined;
      const history = [...clinician.history, decision];
      return save({ ...clinician, license: decision, history });
    },
  };
}

function newcomer(id: string, name: string): Clinician {
  return { id, name, license: { status: 'unverified' }, history: [] };
}
