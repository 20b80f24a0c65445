/** A person whose license this app tracks. */
export interface Clinician {
  readonly id: string;
  readonly name: string;
  /** The current state of the license. */
  readonly license: License;
  /** Every decision on the license, the oldest first. */
  readonly history: readonly LicenseDecision[];
}

/** The state of a license: unverified, or the latest decision. */
type License = { readonly status: 'unverified' } | LicenseDecision;

/** A decision on a license, and the event that it comes from. */
export type LicenseDecision = { readonly eventId: string } & (
  | { readonly status: 'verified'; readonly verificationId: string }
  | { readonly status: 'in_review'; readonly formData: object; readonly files: readonly string[] }
  | { readonly status: 'flagged'; readonly reason: string }
);

/** The storage of this app's clinicians. A rejected promise means that the storage failed. */
export interface Clinicians {
  list(): Promise<readonly Clinician[]>;
  /** Resolves with `undefined` if no clinician has this id. */
  find(id: string): Promise<Clinician | undefined>;
  /** Adds a clinician with a new id and an unverified license. */
  add(name: string): Promise<Clinician>;
  /** Sets the license of a clinician to the decision, and adds it to the history. Resolves with `undefined` for an unknown id. */
  decide(id: string, decision: LicenseDecision): Promise<Clinician | undefined>;
}
