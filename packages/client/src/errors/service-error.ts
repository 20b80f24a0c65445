const brand = Symbol.for('@screening-webhooks/ServiceError');

/** Why a call has no result. The list is closed. */
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
  /** Status 3xx: never followed, as the key would go along. */
  | 'redirected'
  /** No connection, or one that broke, also in the middle of a response. */
  | 'network_failed'
  /** `attemptTimeout` or `timeout` passed. */
  | 'timed_out'
  /** The caller's signal aborted. */
  | 'aborted'
  /** Over `maxResponseBytes`. */
  | 'response_too_large'
  /** Not the JSON that was to be expected. With a status of 2xx, the service has done what it was asked. */
  | 'response_malformed';

/** What a {@link ServiceError} tells. */
export interface ServiceErrorFacts {
  readonly code: ServiceErrorCode;
  /** Method and path, without the query. */
  readonly call: string;
  /** HTTP status; absent where none came. */
  readonly status?: number | undefined;
  /** As the service named the request. */
  readonly requestId?: string | undefined;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** How often it was tried. */
  readonly attempts: number;
  /** Of a POST: give it again to repeat the same order. */
  readonly idempotencyKey?: string | undefined;
  /** What an error response said, up to 2,048 characters of it. */
  readonly body?: string | undefined;
  /** The system's code of a network failure, such as ECONNREFUSED. */
  readonly systemCode?: string | undefined;
}

/**
 * A call without a result. Its message, its fields and its stack hold no API key, no query and nothing of the response's
 * body but `body`, which is not enumerable and of which the key was cut out. It has no `cause`: what a `fetch` throws may
 * carry the request's headers.
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
  /** Not enumerable: a body may name people, and loggers print what is enumerable. */
  declare readonly body: string | undefined;

  constructor(facts: ServiceErrorFacts) {
    super(messageOf(facts));
    this.name = 'ServiceError';
    this.code = facts.code;
    this.call = facts.call;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.attempts = facts.attempts;
    this.idempotencyKey = facts.idempotencyKey;
    Object.defineProperty(this, 'body', { value: facts.body });
    Object.defineProperty(this, brand, { value: true });
  }

  /** By brand, so that the copies in an ES module and a CommonJS one agree. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

function messageOf({
  code,
  call,
  status,
  requestId,
  attempts,
  systemCode,
}: ServiceErrorFacts): string {
  const facts = [
    status === undefined ? undefined : `status ${status}`,
    systemCode,
    requestId === undefined ? undefined : `request ${requestId}`,
    attempts > 1 ? `${attempts} attempts` : undefined,
  ].filter((fact) => fact !== undefined);
  return `${call}: ${code}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
}
