import type { InboxOptions } from '@screening-webhooks/core';
import { type QueueSettings, queueSettings } from '@screening-webhooks/core/store-kit';
import { type InboxTables, inboxTables } from './inbox-tables.js';

/** The options of the inbox, checked and with defaults. Durations in milliseconds. */
export interface MysqlInboxSettings extends QueueSettings {
  readonly tables: InboxTables;
}

/** @throws TypeError for a malformed option, naming it and the fix. */
export function mysqlInboxSettings(
  options: InboxOptions & {
    readonly lease?: number;
    readonly pollInterval?: number;
    readonly name?: string;
    readonly schema?: string;
  },
): MysqlInboxSettings {
  return { ...queueSettings(options), tables: inboxTables(checkSchema(options.schema)) };
}

// A name that is safe in quotes, on servers that tell upper case from lower case and on others.
function checkSchema(schema: string | undefined): string | undefined {
  if (schema === undefined) return undefined;
  if (typeof schema === 'string' && /^[a-z_][a-z0-9_]{0,49}$/.test(schema)) return schema;
  throw new TypeError(
    `schema: expected at most 50 lower-case letters, digits and underscores, got ${JSON.stringify(schema)}.`,
  );
}
