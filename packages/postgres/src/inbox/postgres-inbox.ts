import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkableInbox } from '@screening-webhooks/core';
import {
  checkNames,
  isRecord,
  type OptionNames,
  type QueueOptions,
  queueInbox,
  queueOptionNames,
} from '@screening-webhooks/core/store-kit';
import { applyMigrations } from '../sql/apply-migrations.js';
import {
  createListener,
  createSqlClient,
  type PostgresClient,
  type SqlClientOptions,
} from '../sql/create-sql-client.js';
import { isTransient } from '../sql/server-error.js';
import type { SqlQuery } from '../sql/sql-client.js';
import { inboxMigrations } from './inbox-tables.js';
import { postgresEventQueue } from './postgres-event-queue.js';
import { postgresInboxSettings } from './postgres-inbox-settings.js';

const CLOSE_TIMEOUT = 1000;

/**
 * Options of {@link postgresInbox}. All processes that share the inbox must use the same. A worker is notified of what other
 * processes store, so `pollInterval` is the delay of retries only, or of all events behind a PgBouncer in transaction mode.
 */
export interface PostgresInboxOptions extends QueueOptions, SqlClientOptions {
  /** The schema of the tables. Default `screening_webhook_inbox`. */
  readonly schema?: string | undefined;
}

const optionNames: OptionNames<PostgresInboxOptions> = {
  ...queueOptionNames,
  schema: true,
  prepare: true,
  timeout: true,
};

/** A {@link WorkableInbox} in PostgreSQL tables. */
export interface PostgresInbox extends WorkableInbox {
  /** Creates the missing tables. Safe to run at every start of every process. */
  migrate(): Promise<void>;
}

/**
 * A {@link WorkableInbox} in two tables, with a row per event and a row per line of events that run one after the other.
 * `store` resolves after the COMMIT. Whether the event then survives a crash depends on the server's
 * `synchronous_commit`, or on the data directory of PGlite.
 *
 * @throws TypeError naming the fix when the client is not supported or an option is malformed.
 * @example
 * const inbox = postgresInbox(pool);
 * await inbox.migrate();
 * const receiver = createReceiver({ secret, handlers, inbox });
 * const worker = await inbox.work(receiver.dispatch);
 */
export function postgresInbox<Tx>(
  client: PostgresClient<Tx>,
  options: PostgresInboxOptions = {},
): PostgresInbox {
  checkNames(options, optionNames, 'postgresInbox');
  const sql = createSqlClient(client, options);
  const settings = postgresInboxSettings(options);
  const { onError: report = (error) => process.emitWarning(error) } = options;
  const queue = postgresEventQueue(sql, settings);
  const notify = createNotifier(queue.notify, onError);

  function onError(error: unknown): void {
    report(error instanceof Error ? error : new Error(String(error)));
  }

  const inbox = queueInbox({
    queue,
    settings,
    pool: { client, size: poolSize(client), option: 'max' },
    isTransient,
    onError,
    notify,
    openWorker(wake) {
      const onNotify = (name?: string): void => {
        if (name === undefined || name === settings.name) wake();
      };
      const request = { channel: settings.channel, onNotify, onError };
      const listener = createListener(client, request, options);
      return {
        renewal: queue.renewThrough(ownConnectionFirst(listener.query, sql.query)),
        // A connection that does not answer would never close.
        close: () =>
          Promise.race([listener.close(), sleep(CLOSE_TIMEOUT, undefined, { ref: false })]),
      };
    },
  });
  return { migrate: () => applyMigrations(sql, inboxMigrations(settings.schema)), ...inbox };
}

/** The most connections that a `pg` Pool or a `postgres` sql function opens. `undefined` when the client does not say. */
function poolSize(client: object): number | undefined {
  const options: unknown = Reflect.get(client, 'options');
  const max = isRecord(options) ? Number(options['max']) : Number.NaN;
  return max > 0 ? max : undefined;
}

/**
 * Sends one notification at a time: what happens meanwhile is covered by the next one. Not part of the transactions that
 * store, because the server commits transactions with a notification one after the other.
 */
function createNotifier(
  notify: () => Promise<void>,
  onError: (error: unknown) => void,
): () => void {
  let sending = false;
  let again = false;

  async function send(): Promise<void> {
    sending = true;
    do {
      again = false;
      await notify().catch(onError);
    } while (again);
    sending = false;
  }

  return () => {
    again = true;
    if (!sending) void send();
  };
}

/**
 * Runs statements on a connection of their own, so that they do not wait for connections that handlers hold. Through the
 * pool if that connection fails, or has not answered the statement before.
 */
export function ownConnectionFirst(own: SqlQuery, pool: SqlQuery): SqlQuery {
  let unanswered = 0;
  return async (text, values, ms) => {
    if (unanswered > 0) return pool(text, values, ms);
    unanswered += 1;
    try {
      return await own(text, values, ms);
    } catch {
      return pool(text, values, ms);
    } finally {
      unanswered -= 1;
    }
  };
}
