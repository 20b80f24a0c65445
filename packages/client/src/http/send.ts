import type { ClientSettings } from '../client-options.js';
import { ServiceError, type ServiceErrorCode } from '../errors/service-error.js';
import { sleep } from '../sleep.js';
import { type AttemptFailure, attempt } from './attempt.js';
import { retryDelay } from './retry-delay.js';
import type { ServiceCall, ServiceReply } from './service-call.js';

const worthRepeating: ReadonlySet<ServiceErrorCode> = new Set([
  'rate_limited',
  'service_failed',
  'network_failed',
  'timed_out',
]);

/**
 * Sends a call, and sends it again where that is safe and worth it. A wait that would go past `timeout` is not begun: the
 * call fails at once with what `Retry-After` said.
 *
 * @throws ServiceError when there is no answer of 2xx.
 */
export async function send(call: ServiceCall, settings: ClientSettings): Promise<ServiceReply> {
  const until = performance.now() + settings.timeout;
  const left = (): number => until - performance.now();
  const most = call.repeatable ? settings.retries + 1 : 1;
  for (let attempts = 1; ; attempts += 1) {
    const end = await attempt(call, settings, Math.min(settings.attemptTimeout, left()));
    if (end.ok) return end.reply;

    const { failure } = end;
    if (attempts >= most || !worthRepeating.has(failure.code))
      throw errorOf(call, failure, attempts);
    const delay = retryDelay(attempts, failure.retryAfter, settings.backoff);
    if (delay >= left()) throw errorOf(call, failure, attempts);
    await sleep(delay, call.signal);
    if (call.signal?.aborted) throw errorOf(call, { code: 'aborted' }, attempts);
  }
}

/** The error of a reply that is not what was to be expected. */
export function malformed(call: ServiceCall, { status, requestId }: ServiceReply): ServiceError {
  return errorOf(call, { code: 'response_malformed', status, requestId }, 1);
}

function errorOf(call: ServiceCall, failure: AttemptFailure, attempts: number): ServiceError {
  const { idempotencyKey } = call;
  return new ServiceError({
    ...failure,
    call: `${call.method} ${call.path}`,
    attempts,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
}
