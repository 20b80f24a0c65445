import type { InboxOptions } from '@screening-webhooks/core';

/** {@link InboxOptions}, checked and with defaults. */
export interface InboxSettings {
  readonly attempts: number;
  readonly backoff: number;
  readonly maxBackoff: number;
  readonly orderBy: InboxOptions['orderBy'];
  readonly retention: number;
  readonly lease: number;
  readonly pollInterval: number;
}

const SEVEN_DAYS = 7 * 24 * 3_600_000;
// setTimeout takes 32 bits.
const LONGEST = 2_147_483_647;
// pg-boss takes no lease below a second, and none of a day or more.
const LEASE = { least: 1000, most: 24 * 3_600_000 - 1000 };

/** @throws TypeError for a malformed option, naming it and the cure. */
export function inboxSettings(
  options: InboxOptions & { readonly lease?: number; readonly pollInterval?: number },
): InboxSettings {
  const { attempts = 10, orderBy } = options;
  if (!Number.isSafeInteger(attempts) || attempts < 1 || attempts > LONGEST) {
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
    retention: milliseconds('retention', options.retention, SEVEN_DAYS, { most: Infinity }),
    lease: milliseconds('lease', options.lease, 30_000, LEASE),
    pollInterval: milliseconds('pollInterval', options.pollInterval, 250),
  };
}

/** @throws TypeError when it is no whole number of at least 1. */
export function checkConcurrency(concurrency = 10): number {
  if (Number.isSafeInteger(concurrency) && concurrency >= 1) return concurrency;
  throw new TypeError(
    `concurrency: expected a whole number of at least 1, got ${String(concurrency)}. Leave it out for 10.`,
  );
}

/** @throws TypeError when a name cannot stand in SQL without quotes, as pg-boss writes it. */
export function checkSchema(schema = 'screening_webhook_inbox'): string {
  if (typeof schema === 'string' && /^[a-z_][a-z0-9_]{0,49}$/.test(schema)) return schema;
  throw new TypeError(
    `schema: expected at most 50 lower-case letters, digits and underscores, got ${JSON.stringify(schema)}.`,
  );
}

/** @throws TypeError for what pg-boss takes for no name of a queue. */
export function checkName(name = 'inbox'): string {
  if (typeof name === 'string' && /^[\w-]{1,100}$/.test(name)) return name;
  throw new TypeError(
    `name: expected at most 100 letters, digits, underscores and hyphens, got ${JSON.stringify(name)}.`,
  );
}

function milliseconds(
  option: string,
  value: number | undefined,
  fallback: number,
  { least = Number.MIN_VALUE, most = LONGEST }: { least?: number; most?: number } = {},
): number {
  const ms = value ?? fallback;
  if (typeof ms === 'number' && ms >= least && ms <= most) return ms;
  const from = least === Number.MIN_VALUE ? 'above 0' : `of at least ${least}`;
  throw new TypeError(
    `${option}: expected milliseconds ${from} and at most ${most}, got ${String(ms)}. Leave it out for ${fallback}.`,
  );
}
