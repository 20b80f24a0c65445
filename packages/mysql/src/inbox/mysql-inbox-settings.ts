import {
  checkSchema,
  type QueueOptions,
  type QueueSettings,
  queueSettings,
} from '@screening-webhooks/core/store-kit';
import { type InboxTables, inboxTables } from './inbox-tables.js';

/** The options of the inbox, checked and with defaults. Durations in milliseconds. */
export interface MysqlInboxSettings extends QueueSettings {
  readonly tables: InboxTables;
}

/** @throws TypeError for a malformed option, naming it and the fix. */
export function mysqlInboxSettings(
  options: QueueOptions & { readonly schema?: string | undefined },
): MysqlInboxSettings {
  const { schema } = options;
  const tables = inboxTables(schema === undefined ? undefined : checkSchema(schema));
  return { ...queueSettings(options), tables };
}
