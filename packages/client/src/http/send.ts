import type { ClientSettings } from '../client-options.js';
import { ServiceError, type ServiceErrorCode } from '../errors/service-error.js';
import { sleep } from '../sleep.js';
import { type AttemptFailure, attempt } from './attempt.js';
import { retryDelay } from './retry-delay.js';
import type { ServiceCall, ServiceResponse } from './service-call.js';

const transientCodes: ReadonlySet<ServiceErrorCode> = new Set([
  'rate_limited',
  'service_failed',
  'network_failed',
  'timed_out',
]);

/**
 * Sends a call, and retries it if the call is retryable and the failure is transient. If the wait before a retry would
 * exceed `timeout`, the call fails at once, and the error's `retryAfter` has the value of `Retry-After`.
 *
 * @throws ServiceError unless the service responds with a 2xx status.
 */
export async function send(call: ServiceCall, settings: ClientSettings): Promise<ServiceResponse> {
  const deadline = performance.now() + settings.timeout;
  const remaining = (): number => deadline - performance.now();
  const maxAttempts = call.retryable ? settings.retries + 1 : 1;
  for (let attempts = 1; ; attempts += 1) {
    const limit = Math.min(settings.attemptTimeout, remaining());
    const result = await attempt(call, settings, limit);
    if (result.ok) return result.response;

    const { failure } = result;
    if (attempts >= maxAttempts || !transientCodes.has(failure.code))
      throw serviceError(call, failure, attempts);
    const delay = retryDelay(attempts, failure.retryAfter, settings.backoff);
    if (delay >= remaining()) throw serviceError(call, failure, attempts);
    await sleep(delay, call.signal);
    if (call.signal?.aborted) throw serviceError(call, { code: 'aborted' }, attempts);
  }
}

/** The error for a 2xx response whose JSON does not have the expected shape. */
export function malformedResponseError(
  call: ServiceCall,
  { status, requestId }: ServiceResponse,
): ServiceError {
  return serviceError(call, { code: 'response_malformed', status, requestId }, 1);
}

function serviceError(call: ServiceCall, failure: AttemptFailure, attempts: number): ServiceError {
  const { idempotencyKey } = call;
  return new ServiceError({
    ...failure,
    call: `${call.method} ${call.path}`,
    attempts,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
}
