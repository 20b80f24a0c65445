import type { InboxOptions, WorkableInbox } from '@screening-webhooks/core';
import {
  createSqlClient,
  type PostgresClient,
  type SqlClientOptions,
} from '../sql/create-sql-client.js';
import { bossJobQueue } from './boss-job-queue.js';
import { migrate } from './migrate.js';
import { postgresInboxSettings } from './postgres-inbox-settings.js';
import { isTransient } from './setup-error.js';
import { startWorker } from './start-worker.js';
import { createWakeup, type Wakeup } from './wakeup.js';

/** Options of {@link postgresInbox}. All processes that share the inbox must use the same. */
export interface PostgresInboxOptions extends InboxOptions, SqlClientOptions {
  /** The name of the pg-boss queue. Endpoints may share a queue or have one each. Default `inbox`. */
  readonly name?: string;
  /** The schema of the tables. Do not run another pg-boss in it, which would archive by its own rules. Default `screening_webhook_inbox`. */
  readonly schema?: string;
  /** Milliseconds without a sign of life after which the events of a worker go to another one. At least 1,000. Default 30,000. */
  readonly lease?: number;
  /** Milliseconds between two polls of an idle worker. It takes events stored by its own process at once. Default 250. */
  readonly pollInterval?: number;
  /** Called with errors of workers, which keep running. Default: `process.emitWarning`. */
  readonly onError?: (error: Error) => void;
}

/** A {@link WorkableInbox} in PostgreSQL tables. */
export interface PostgresInbox extends WorkableInbox {
  /** Creates the missing tables. Safe to run at every start of every process. */
  migrate(): Promise<void>;
}

/**
 * A {@link WorkableInbox} on pg-boss 10, with one job per event; the job's id is derived from the event id and the dedupe
 * key. `store` resolves after the COMMIT. What survives then depends on the server's `synchronous_commit`, or on the data
 * directory of PGlite.
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
  const sql = createSqlClient(client, options);
  const settings = postgresInboxSettings(options);
  const { onError: report = (error) => process.emitWarning(error) } = options;
  const queue = bossJobQueue(sql, settings);
  const wakeups = new Set<Wakeup>();

  function onError(error: unknown): void {
    report(error instanceof Error ? error : new Error(String(error)));
  }

  function wakeWorkers(): void {
    for (const wakeup of wakeups) wakeup.signal();
  }

  return {
    migrate: () => migrate(sql, settings),
    async store(event, { key, receivedAt }) {
      if (!(await queue.store(event, key, receivedAt))) return 'duplicate';
      wakeWorkers();
      return 'stored';
    },
    async work(run, workOptions = {}) {
      // Missing tables fail here rather than in a worker that could never work. A database that is down may come back.
      await queue.check().catch((error: unknown) => {
        if (!isTransient(error)) throw error;
        onError(error);
      });
      const wakeup = createWakeup();
      const worker = startWorker({ queue, settings, wakeup, onError }, run, workOptions);
      wakeups.add(wakeup);
      return {
        stop(stopOptions) {
          wakeups.delete(wakeup);
          return worker.stop(stopOptions);
        },
      };
    },
    pause: queue.pause,
    async resume() {
      await queue.resume();
      wakeWorkers();
    },
    async deadLetters({ limit = 100 } = {}) {
      return limit < 1 ? [] : queue.deadLetters(limit);
    },
    async replay(which) {
      const replayed = await queue.replay(which);
      wakeWorkers();
      return replayed;
    },
  };
}
