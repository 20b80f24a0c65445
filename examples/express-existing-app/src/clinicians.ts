/** Somebody whose license this app keeps track of. */
export interface Clinician {
  readonly id: string;
  readonly name: string;
  /** How the license stands now. */
  readonly license: License;
  /** Every decision on the license, the oldest first. */
  readonly history: readonly LicenseDecision[];
}

/** How a license stands: nobody has looked at it yet, or the latest decision. */
type License = { readonly status: 'unverified' } | LicenseDecision;

/** What was decided about a license, and which event said so. */
export type LicenseDecision = { readonly eventId: string } & (
  | { readonly status: 'verified'; readonly verificationId: string }
  | { readonly status: 'in_review'; readonly formData: object; readonly files: readonly string[] }
  | { readonly status: 'flagged'; readonly reason: string }
);

/** This app's clinicians, wherever they are kept. A rejected promise means that the storage failed. */
export interface Clinicians {
  list(): Promise<readonly Clinician[]>;
  /** Undefined: nobody has this id. */
  find(id: string): Promise<Clinician | undefined>;
  /** Adds somebody with an id of their own and an unverified license. */
  add(name: string): Promise<Clinician>;
  /** Makes the decision the license of a clinician and adds it to the history. Undefined: nobody has this id. */
  decide(id: string, decision: LicenseDecision): Promise<Clinician | undefined>;
}
