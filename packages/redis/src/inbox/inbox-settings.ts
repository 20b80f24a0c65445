import type { InboxOptions } from '@screening-webhooks/core';

/** {@link InboxOptions}, checked and with defaults. */
export interface InboxSettings {
  readonly attempts: number;
  readonly backoff: number;
  readonly maxBackoff: number;
  readonly orderBy: InboxOptions['orderBy'];
  readonly retention: number;
  readonly lease: number;
}

const SEVEN_DAYS = 7 * 24 * 3_600_000;

/** @throws TypeError for a malformed option, naming it and the cure. */
export function inboxSettings(options: InboxOptions & { readonly lease?: number }): InboxSettings {
  const { attempts = 10, orderBy } = options;
  if (!Number.isSafeInteger(attempts) || attempts < 1) {
    throw new TypeError(
      `attempts: expected a whole number of at least 1, got ${String(attempts)}. Leave it out for 10.`,
    );
  }
  if (orderBy !== undefined && orderBy !== 'integrationId' && orderBy !== 'verificationId') {
    throw new TypeError(
      `orderBy: expected 'integrationId' or 'verificationId', got ${String(orderBy)}. Leave it out for no order.`,
    );
  }
  return {
    attempts,
    orderBy,
    backoff: milliseconds('backoff', options.backoff, 1000),
    maxBackoff: milliseconds('maxBackoff', options.maxBackoff, 3_600_000),
    retention: milliseconds('retention', options.retention, SEVEN_DAYS, Infinity),
    lease: milliseconds('lease', options.lease, 30_000),
  };
}

function milliseconds(
  option: string,
  value: number | undefined,
  fallback: number,
  most = 2_147_483_647,
): number {
  const ms = value ?? fallback;
  if (typeof ms !== 'number' || !(ms > 0 && ms <= most)) {
    throw new TypeError(
      `${option}: expected milliseconds above 0 and at most ${most}, got ${String(ms)}. Leave it out for ${fallback}.`,
    );
  }
  return ms;
}
