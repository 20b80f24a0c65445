import type { InboxOptions } from '@screening-webhooks/core';
import { type QueueSettings, queueSettings } from '@screening-webhooks/core/store-kit';

/** The options of the inbox, checked and with defaults. Durations in milliseconds. */
export interface PostgresInboxSettings extends QueueSettings {
  /** As SQL. */
  readonly schema: string;
  /** For NOTIFY. */
  readonly channel: string;
}

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
  return { ...queueSettings(options), schema: `"${schema}"`, channel: schema };
}

// A name that is safe in quotes, and for a channel.
function checkSchema(schema = 'screening_webhook_inbox'): string {
  if (typeof schema === 'string' && /^[a-z_][a-z0-9_]{0,49}$/.test(schema)) return schema;
  throw new TypeError(
    `schema: expected at most 50 lower-case letters, digits and underscores, got ${JSON.stringify(schema)}.`,
  );
}
