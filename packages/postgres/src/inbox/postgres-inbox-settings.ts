import type { InboxOptions } from '@screening-webhooks/core';
import {
  checkMilliseconds,
  type InboxSettings,
  inboxSettings,
} from '@screening-webhooks/core/store-kit';

/** The options of the inbox, checked and with defaults. Durations in milliseconds. */
export interface PostgresInboxSettings extends InboxSettings {
  readonly pollInterval: number;
  readonly name: string;
  /** As SQL. */
  readonly schema: string;
  /** For NOTIFY. */
  readonly channel: string;
}

// A shorter one would end while a renewal is on its way.
const SHORTEST_LEASE = 1000;
const LONGEST_LEASE = 24 * 3_600_000;

/** @throws TypeError for a malformed option, naming it and the fix. */
export function postgresInboxSettings(
  options: InboxOptions & {
    readonly lease?: number;
    readonly pollInterval?: number;
    readonly name?: string;
    readonly schema?: string;
  },
): PostgresInboxSettings {
  const schema = checkSchema(options.schema);
  return {
    ...inboxSettings(options, { least: SHORTEST_LEASE, most: LONGEST_LEASE }),
    pollInterval: checkMilliseconds('pollInterval', options.pollInterval, 250),
    name: checkName(options.name),
    schema: `"${schema}"`,
    channel: schema,
  };
}

// A name that is safe in quotes, and for a channel.
function checkSchema(schema = 'screening_webhook_inbox'): string {
  if (typeof schema === 'string' && /^[a-z_][a-z0-9_]{0,49}$/.test(schema)) return schema;
  throw new TypeError(
    `schema: expected at most 50 lower-case letters, digits and underscores, got ${JSON.stringify(schema)}.`,
  );
}

function checkName(name = 'inbox'): string {
  if (typeof name === 'string' && /^[\w-]{1,100}$/.test(name)) return name;
  throw new TypeError(
    `name: expected at most 100 letters, digits, underscores and hyphens, got ${JSON.stringify(name)}.`,
  );
}
