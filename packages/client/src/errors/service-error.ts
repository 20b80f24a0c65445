const brand = Symbol.for('@screening-webhooks/ServiceError');

/** Why a call failed. The list is closed. */
export type ServiceErrorCode =
  /** Status 401: the key is unknown or revoked. */
  | 'unauthorized'
  /** Status 403: the key's scope does not cover the call. */
  | 'forbidden'
  /** Status 404. */
  | 'not_found'
  /** Status 409. */
  | 'conflict'
  /** Any other 4xx. */
  | 'invalid_request'
  /** Status 429. */
  | 'rate_limited'
  /** Status 5xx. */
  | 'service_failed'
  /** Status 3xx: never followed, because the API key would be sent to the new address. */
  | 'redirected'
  /** The connection failed, or broke before the response was complete. */
  | 'network_failed'
  /** `attemptTimeout` or `timeout` passed. */
  | 'timed_out'
  /** The caller's signal aborted. */
  | 'aborted'
  /** The response is larger than `maxResponseBytes`. */
  | 'response_too_large'
  /** The response is not the expected JSON. With a 2xx status, the service has carried out the request. */
  | 'response_malformed';

/** The details of a {@link ServiceError}. */
export interface ServiceErrorDetails {
  readonly code: ServiceErrorCode;
  /** Method and path, without the query. */
  readonly call: string;
  /** HTTP status; undefined when no response arrived. */
  readonly status?: number | undefined;
  /** The service's id for the request. */
  readonly requestId?: string | undefined;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** The number of attempts. */
  readonly attempts: number;
  /** The key of a POST. Send the same key to repeat the same order. */
  readonly idempotencyKey?: string | undefined;
  /** The first 2,048 characters of an error response. */
  readonly body?: string | undefined;
  /** The operating system's code of a network failure, such as ECONNREFUSED. */
  readonly systemCode?: string | undefined;
}

/**
 * A call that failed. Its message, fields and stack contain no API key and no query. The only part of the response is
 * `body`, which is not enumerable and has the key removed. It has no `cause`, because an error that `fetch` throws may
 * contain the request's headers.
 */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly call: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
  /** Not enumerable: a body may contain personal data, and loggers print enumerable properties. */
  declare readonly body: string | undefined;

  constructor(details: ServiceErrorDetails) {
    super(messageOf(details));
    this.name = 'ServiceError';
    this.code = details.code;
    this.call = details.call;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.attempts = details.attempts;
    this.idempotencyKey = details.idempotencyKey;
    Object.defineProperty(this, 'body', { value: details.body });
    Object.defineProperty(this, brand, { value: true });
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

function messageOf(details: ServiceErrorDetails): string {
  const { code, call, status, requestId, attempts, systemCode } = details;
  const notes = [
    status === undefined ? undefined : `status ${status}`,
    systemCode,
    requestId === undefined ? undefined : `request ${requestId}`,
    attempts > 1 ? `${attempts} attempts` : undefined,
  ].filter((note) => note !== undefined);
  return `${call}: ${code}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}
