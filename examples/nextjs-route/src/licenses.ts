/** The state of a license. */
export type LicenseStatus = 'unverified' | 'verified' | 'in_review' | 'flagged';

const byExternalId = new Map<string, LicenseStatus>();

/** The licenses that this app tracks, in memory. A real app keeps them in a database. */
export const licenses = {
  async decide(externalId: string, status: LicenseStatus): Promise<void> {
    byExternalId.set(externalId, status);
  },
  async statusOf(externalId: string): Promise<LicenseStatus> {
    return byExternalId.get(externalId) ?? 'unverified';
  },
};
