import {
  checkSchema,
  type QueueOptions,
  type QueueSettings,
  queueSettings,
} from '@screening-webhooks/core/store-kit';

/** The options of the inbox, checked and with defaults. Durations in milliseconds. */
export interface PostgresInboxSettings extends QueueSettings {
  /** As SQL. */
  readonly schema: string;
  /** For NOTIFY. */
  readonly channel: string;
}

/** @throws TypeError for a malformed option, naming it and the fix. */
export function postgresInboxSettings(
  options: QueueOptions & { readonly schema?: string | undefined },
): PostgresInboxSettings {
  const schema = checkSchema(options.schema ?? 'screening_webhook_inbox');
  return { ...queueSettings(options), schema: `"${schema}"`, channel: schema };
}
