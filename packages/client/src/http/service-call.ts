/** A call of the service's API. */
export interface ServiceCall {
  readonly method: 'GET' | 'POST';
  /** From `/v1` on. */
  readonly path: string;
  /** With its question mark. */
  readonly query?: string;
  /** JSON. */
  readonly body?: string;
  readonly idempotencyKey?: string;
  /** Whether a repetition does no harm. */
  readonly repeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, its waits included: it then rejects with the code `aborted`. */
  readonly signal?: AbortSignal;
}

/** An answer of 2xx. */
export interface ServiceReply {
  readonly status: number;
  readonly requestId: string | undefined;
  /** What the body is in JSON; undefined for an empty one. */
  readonly json: unknown;
}
