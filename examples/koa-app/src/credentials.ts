/** The state of a license. */
export type LicenseStatus = 'unverified' | 'verified' | 'in_review' | 'rejected';

/** The licenses that this app tracks, by its own reference. A rejected promise means that the storage failed. */
export interface Credentials {
  /** Resolves with `undefined` if the license does not exist. */
  statusOf(reference: string): Promise<LicenseStatus | undefined>;
  /** Sets the status of a license, and adds the license if it is new. */
  save(reference: string, status: LicenseStatus): Promise<void>;
}

/** Credentials in the memory of this process. */
export function memoryCredentials(): Credentials {
  const statuses = new Map<string, LicenseStatus>();
  return {
    statusOf: async (reference) => statuses.get(reference),
    async save(reference, status) {
      statuses.set(reference, status);
    },
  };
}
