import type { WorkableInbox } from '@screening-webhooks/core';
import {
  checkNames,
  type QueueOptions,
  queueInbox,
  queueOptionNames,
  queueSettings,
  SetupError,
} from '@screening-webhooks/core/store-kit';
import { sqliteClient } from '../database/sqlite-client.js';
import type { SqliteDatabase } from '../database/sqlite-database.js';
import { createInboxTables } from './inbox-tables.js';
import { sqliteEventQueue } from './sqlite-event-queue.js';

/**
 * Options of {@link sqliteInbox}. All processes that share the inbox must use the same. SQLite notifies nobody, so `pollInterval`
 * is also the delay of events that another process stores.
 */
export type SqliteInboxOptions = QueueOptions;

/** A {@link WorkableInbox} in tables of SQLite. */
export interface SqliteInbox extends WorkableInbox {
  /** Creates the missing tables. Run it at every start of every process. */
  migrate(): Promise<void>;
}

/**
 * A {@link WorkableInbox} in a file, for the processes of one machine. `store` resolves after a commit with `synchronous = FULL`,
 * whatever the app has set for itself: an event that was acked survives a crash of the process, and a loss of power.
 *
 * @throws TypeError when `database` is not a synchronous database of SQLite, or an option is malformed. The message names the fix.
 * @example
 * const inbox = sqliteInbox(db);
 * await inbox.migrate();
 * const receiver = createReceiver({ secret, handlers, inbox });
 * const worker = await inbox.work(receiver.dispatch);
 */
export function sqliteInbox(
  database: SqliteDatabase,
  options: SqliteInboxOptions = {},
): SqliteInbox {
  checkNames(options, queueOptionNames, 'sqliteInbox');
  const client = sqliteClient(database, {
    isDurable: true,
    missing: 'The tables of the inbox are missing. Run `await inbox.migrate()` once.',
  });
  const settings = queueSettings(options);
  const { onError: report = (error) => process.emitWarning(error) } = options;
  const queue = sqliteEventQueue(client, settings);
  const inbox = queueInbox({
    queue,
    settings,
    isTransient: (error) => !(error instanceof SetupError),
    onError: (error) => report(error instanceof Error ? error : new Error(String(error))),
    openWorker: () => ({ renewal: queue.renewal }),
  });
  return {
    ...inbox,
    migrate: () =>
      client.write(() => {
        for (const sql of createInboxTables) database.exec(sql);
      }),
  };
}
