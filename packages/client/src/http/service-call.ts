/** A call of the service's API. */
export interface ServiceCall {
  readonly method: 'GET' | 'POST';
  /** Starts with `/v1`. */
  readonly path: string;
  /** Starts with the question mark. */
  readonly query?: string;
  /** JSON. */
  readonly body?: string;
  readonly idempotencyKey?: string;
  /** Whether the call is safe to send more than once. */
  readonly retryable: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, including the waits between attempts: it then rejects with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** A response with a 2xx status. */
export interface ServiceResponse {
  readonly status: number;
  readonly requestId: string | undefined;
  /** The parsed body; undefined when it is empty. */
  readonly json: unknown;
}
