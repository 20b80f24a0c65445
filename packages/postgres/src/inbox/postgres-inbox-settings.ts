import type { InboxOptions } from '@screening-webhooks/core';
import {
  checkMilliseconds,
  type InboxSettings,
  inboxSettings,
} from '@screening-webhooks/core/store-kit';

/** The options of the inbox, checked and with defaults. Durations in milliseconds. */
export interface PostgresInboxSettings extends InboxSettings {
  readonly pollInterval: number;
  /** The name of the pg-boss queue. */
  readonly name: string;
  readonly schema: string;
}

// pg-boss accepts leases from one second to less than a day.
const LEASE_RANGE = { least: 1000, most: 24 * 3_600_000 - 1000 };

/** @throws TypeError for a malformed option, naming it and the fix. */
export function postgresInboxSettings(
  options: InboxOptions & {
    readonly lease?: number;
    readonly pollInterval?: number;
    readonly name?: string;
    readonly schema?: string;
  },
): PostgresInboxSettings {
  return {
    ...inboxSettings(options, LEASE_RANGE),
    pollInterval: checkMilliseconds('pollInterval', options.pollInterval, 250),
    name: checkName(options.name),
    schema: checkSchema(options.schema),
  };
}

// Without quotes, as pg-boss writes it into SQL.
function checkSchema(schema = 'screening_webhook_inbox'): string {
  if (typeof schema === 'string' && /^[a-z_][a-z0-9_]{0,49}$/.test(schema)) return schema;
  throw new TypeError(
    `schema: expected at most 50 lower-case letters, digits and underscores, got ${JSON.stringify(schema)}.`,
  );
}

// The names that pg-boss accepts for a queue.
function checkName(name = 'inbox'): string {
  if (typeof name === 'string' && /^[\w-]{1,100}$/.test(name)) return name;
  throw new TypeError(
    `name: expected at most 100 letters, digits, underscores and hyphens, got ${JSON.stringify(name)}.`,
  );
}
