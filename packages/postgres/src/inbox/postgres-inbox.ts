import type { InboxOptions, WorkableInbox } from '@screening-webhooks/core';
import { type PostgresClient, type SqlClientOptions, sqlClient } from '../sql/sql-client.js';
import { type Alarm, alarm } from './alarm.js';
import { checkName, checkSchema, inboxSettings } from './inbox-settings.js';
import { startWorker } from './inbox-worker.js';
import { migrate } from './migrate.js';
import { openJobs } from './open-jobs.js';
import { isTransient } from './setup-error.js';

/** Options of {@link postgresInbox}. The same for every process that shares the inbox. */
export interface PostgresInboxOptions extends InboxOptions, SqlClientOptions {
  /** Name of the pg-boss queue: one per endpoint, or one for all. Default `inbox`. */
  readonly name?: string;
  /** The schema of its tables. The inbox's alone: another pg-boss in it would archive by its own rules. Default `screening_webhook_inbox`. */
  readonly schema?: string;
  /** Milliseconds that a worker may be silent before its events go to another. At least 1,000. Default 30,000. */
  readonly lease?: number;
  /** Milliseconds between two looks of an idle worker; what its own process stores, it takes at once. Default 250. */
  readonly pollInterval?: number;
  /** Gets the errors of workers, which go on. Default: `process.emitWarning`. */
  readonly onError?: (error: Error) => void;
}

/** A {@link WorkableInbox} in tables of PostgreSQL. */
export interface PostgresInbox extends WorkableInbox {
  /** Creates what is missing of the tables. Safe to run at every start, by every process. */
  migrate(): Promise<void>;
}

/**
 * A {@link WorkableInbox} on pg-boss 10: one job per event, its id made of the dedupe key. `store` resolves after the
 * COMMIT; how much that survives is up to the server's `synchronous_commit`, or the data directory of PGlite.
 *
 * @throws TypeError for a client of the wrong kind or a malformed option, naming the cure.
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
  const sql = sqlClient(client, options);
  const settings = inboxSettings(options);
  const place = { name: checkName(options.name), schema: checkSchema(options.schema) };
  const { onError: report = (error) => process.emitWarning(error) } = options;
  const jobs = openJobs(sql, { ...settings, ...place });
  const bells = new Set<Alarm>();

  function onError(error: unknown): void {
    report(error instanceof Error ? error : new Error(String(error)));
  }

  return {
    migrate: () => migrate(sql, place),
    async store(event, { key, receivedAt }) {
      if (!(await jobs.store(event, key, receivedAt))) return 'duplicate';
      for (const bell of bells) bell.ring();
      return 'stored';
    },
    async work(run, workOptions = {}) {
      // Missing tables are said here, and not by a worker that never works. A database that is down may come back.
      await jobs.check().catch((error: unknown) => {
        if (!isTransient(error)) throw error;
        onError(error);
      });
      const bell = alarm();
      const worker = startWorker({ jobs, settings, bell, onError }, run, workOptions);
      bells.add(bell);
      return {
        stop(stopOptions) {
          bells.delete(bell);
          return worker.stop(stopOptions);
        },
      };
    },
    pause: jobs.pause,
    async resume() {
      await jobs.resume();
      for (const bell of bells) bell.ring();
    },
    async deadLetters({ limit = 100 } = {}) {
      return limit < 1 ? [] : jobs.deadLetters(limit);
    },
    async replay(which) {
      const replayed = await jobs.replay(which);
      for (const bell of bells) bell.ring();
      return replayed;
    },
  };
}
