import type { WorkableInbox } from '@screening-webhooks/core';
import {
  checkMilliseconds,
  checkNames,
  type OptionNames,
  type QueueOptions,
  queueInbox,
  queueOptionNames,
} from '@screening-webhooks/core/store-kit';
import { type MysqlPool, sharedPoolOf } from '../sql/mysql-pool.js';
import { isTransient } from '../sql/server-error.js';
import { sqlClient } from '../sql/sql-client.js';
import { migrateInbox } from './inbox-tables.js';
import { mysqlEventQueue } from './mysql-event-queue.js';
import { mysqlInboxSettings } from './mysql-inbox-settings.js';

/**
 * Options of {@link mysqlInbox}. All processes that share the inbox must use the same. MySQL notifies nobody, so `pollInterval` is
 * also the delay of events that another process stores.
 */
export interface MysqlInboxOptions extends QueueOptions {
  /** The database of the tables, which must exist. Default: that of the pool. */
  readonly schema?: string | undefined;
  /**
   * Milliseconds that a statement waits for its answer, and before that, for a connection. Then it fails, and its connection is
   * destroyed: a firewall or a failover may have dropped it without a word. Default 5,000. Twice of it must fit into the
   * receiver's `ackTimeout`, and it into a third of the `lease`.
   */
  readonly timeout?: number | undefined;
}

const optionNames: OptionNames<MysqlInboxOptions> = {
  ...queueOptionNames,
  schema: true,
  timeout: true,
};

/** A {@link WorkableInbox} in tables of MySQL or MariaDB. */
export interface MysqlInbox extends WorkableInbox {
  /** Creates the missing tables. Safe to run at every start of every process. */
  migrate(): Promise<void>;
}

/**
 * A {@link WorkableInbox} in two tables, with a row per event and a row per line of events that run one after the other.
 * `store` resolves after the COMMIT. Whether the event then survives a crash depends on the server's
 * `innodb_flush_log_at_trx_commit`. Needs `SKIP LOCKED`: MySQL 8.0.1, MariaDB 10.6.
 *
 * @throws TypeError naming the fix when the client is not a pool of `mysql2`, or an option is malformed.
 * @example
 * const inbox = mysqlInbox(pool);
 * await inbox.migrate();
 * const receiver = createReceiver({ secret, handlers, inbox });
 * const worker = await inbox.work(receiver.dispatch);
 */
export function mysqlInbox<Tx>(client: MysqlPool<Tx>, options: MysqlInboxOptions = {}): MysqlInbox {
  checkNames(options, optionNames, 'mysqlInbox');
  const sql = sqlClient(client, checkMilliseconds('timeout', options.timeout, 5000));
  const settings = mysqlInboxSettings(options);
  const { onError: report = (error) => process.emitWarning(error) } = options;
  const queue = mysqlEventQueue(sql, settings);
  const inbox = queueInbox({
    queue,
    settings,
    pool: sharedPoolOf(client),
    isTransient,
    onError: (error) => report(error instanceof Error ? error : new Error(String(error))),
    openWorker: () => ({ renewal: queue.renewal }),
  });
  return { migrate: () => migrateInbox(sql, settings.tables), ...inbox };
}
