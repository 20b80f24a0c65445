/** The record that a document verification event carries in `data`: all 17 fields of spec section 2. */
export interface DocumentVerification<Verified extends boolean = boolean> {
  /** Identifier of the verification. */
  readonly verificationId: string;
  /** Your own reference, from the creation of the verification. */
  readonly externalId: string;
  /** The integration that the verification belongs to. */
  readonly integrationId: string;
  /** Identifier of the session in which the document was captured. */
  readonly sessionId: string;
  /** Reference of that session. */
  readonly sessionReference: string;
  /** Slug of the document configuration; it decides which keys `formData` has. */
  readonly documentConfigSlug: string;
  /** Slug of the check type. */
  readonly checkTypeSlug: string;
  /** Two-letter state code. */
  readonly state: string;
  /** `VERIFIED` when the issuing source confirmed the document. The specification shows no other value. */
  readonly status: DocumentVerificationStatus;
  /** True when the issuing source confirmed the document. */
  readonly verified: Verified;
  /** Extracted and confirmed fields; the keys depend on `documentConfigSlug`. Type them with the `formData` schemas. */
  readonly formData: OpenFormData;
  /** URLs of the files captured during verification. */
  readonly verificationFileUploads: readonly string[];
  /** Why the verification failed; null when there is no error. */
  readonly errorMessage: string | null;
  /** Number of verification attempts, not of delivery attempts. */
  readonly attemptCount: number;
  /** Whatever you supplied at creation; the service never interprets it. Type it with the `metadata` schema. */
  readonly metadata: OpenMetadata;
  /** When the verification was created: ISO 8601, UTC. */
  readonly createdAt: string;
  /** When its result was known: ISO 8601, UTC. */
  readonly completedAt: string;
}

/** `VERIFIED`, or a status that the specification does not show (spec section 3). Keep a default branch. */
export type DocumentVerificationStatus = 'VERIFIED' | (string & {});

/** `formData` of a document configuration without a schema. */
export type OpenFormData = Readonly<Record<string, unknown>>;

/** `metadata` without a schema. */
export type OpenMetadata = Readonly<Record<string, unknown>>;
