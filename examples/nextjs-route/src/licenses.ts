/** What is known of a license. */
export type Standing = 'unverified' | 'verified' | 'in_review' | 'flagged';

const byExternalId = new Map<string, Standing>();

/** The licenses that this app keeps track of. Yours are in a database; these are in memory. */
export const licenses = {
  async decide(externalId: string, standing: Standing): Promise<void> {
    byExternalId.set(externalId, standing);
  },
  async standingOf(externalId: string): Promise<Standing> {
    return byExternalId.get(externalId) ?? 'unverified';
  },
};
