import { checkMilliseconds, checkNames, checkWholeNumber } from '../options/check-options.js';
import type { InboxOptions, InboxWorkOptions } from './inbox.js';

/** {@link InboxOptions} and the lease of a worker, checked and with defaults. Durations in milliseconds. */
export interface InboxSettings {
  readonly attempts: number;
  readonly backoff: number;
  readonly maxBackoff: number;
  readonly orderBy: InboxOptions['orderBy'];
  readonly retention: number;
  readonly lease: number;
}

const SEVEN_DAYS = 7 * 24 * 3_600_000;
// The counter of attempts is a 32-bit integer in SQL.
const MOST_ATTEMPTS = 2_147_483_647;

/**
 * @param leaseRange The leases that the storage supports, in milliseconds, inclusive.
 * @throws TypeError for a malformed option, naming it and the fix.
 */
export function inboxSettings(
  options: InboxOptions & { readonly lease?: number | undefined },
  leaseRange?: { readonly least: number; readonly most: number },
): InboxSettings {
  const { orderBy } = options;
  if (orderBy !== undefined && orderBy !== 'integrationId' && orderBy !== 'verificationId') {
    throw new TypeError(
      `orderBy: expected 'integrationId' or 'verificationId', got ${String(orderBy)}. Leave it out for no order.`,
    );
  }
  return {
    attempts: checkWholeNumber('attempts', options.attempts, 10, { most: MOST_ATTEMPTS }),
    orderBy,
    backoff: checkMilliseconds('backoff', options.backoff, 1000),
    maxBackoff: checkMilliseconds('maxBackoff', options.maxBackoff, 3_600_000),
    retention: checkMilliseconds('retention', options.retention, SEVEN_DAYS, { most: Infinity }),
    lease: checkMilliseconds('lease', options.lease, 30_000, leaseRange),
  };
}

/**
 * Events that a worker processes at once: 10 unless the option says otherwise.
 *
 * @throws TypeError for an unknown or malformed option.
 */
export function checkConcurrency(options: InboxWorkOptions): number {
  checkNames(options, { concurrency: true }, 'work');
  const { concurrency } = options;
  return checkWholeNumber('concurrency', concurrency, 10);
}
