/** How somebody's license stands. */
export type Standing = 'unverified' | 'verified' | 'in_review' | 'rejected';

/** The licenses that this app keeps track of, by its own reference. A rejected promise means that the storage failed. */
export interface Credentials {
  /** Undefined: there is no such license. */
  standingOf(reference: string): Promise<Standing | undefined>;
  /** Sets how a license stands, and begins to keep track of it where that is new. */
  save(reference: string, standing: Standing): Promise<void>;
}

/** Credentials in this process's memory. */
export function memoryCredentials(): Credentials {
  const standings = new Map<string, Standing>();
  return {
    standingOf: async (reference) => standings.get(reference),
    async save(reference, standing) {
      standings.set(reference, standing);
    },
  };
}
