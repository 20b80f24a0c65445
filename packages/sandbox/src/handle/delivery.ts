/** An event on its way to an endpoint. */
export interface SandboxDelivery {
  readonly id: string;
  readonly eventId: string;
  /** Such as `document_verification.completed`. */
  readonly eventType: string;
  readonly endpointId: string;
  /** `scheduled`, `delivering`, `retrying`, `succeeded`, `failed`, `held` or `canceled`. */
  readonly status: string;
  /** Number of attempts so far. */
  readonly attemptCount: number;
  /** ISO 8601; null when no attempt is scheduled. */
  readonly nextAttemptAt: string | null;
  /** ISO 8601; null until a 2xx. */
  readonly succeededAt: string | null;
  /** When the event was scheduled, ISO 8601. */
  readonly createdAt: string;
  /** The other fields of the API's answer. */
  readonly [field: string]: unknown;
}
