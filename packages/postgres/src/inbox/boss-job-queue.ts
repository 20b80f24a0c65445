import type PgBoss from 'pg-boss';
import { SetupError } from '../sql/setup-error.js';
import type { SqlClient, SqlRow, SqlValue } from '../sql/sql-client.js';
import { decodeEvent, encodeEvent, type JobData, orderKeyOf } from './job-data.js';
import { jobId, jobIdRange } from './job-id.js';
import type { JobQueue } from './job-queue.js';
import { jobStatements } from './job-statements.js';
import { bossDb, openBoss } from './open-boss.js';
import type { PostgresInboxSettings } from './postgres-inbox-settings.js';
import { explainMissingTables } from './setup-error.js';

// Waiting jobs never expire, however long the inbox is paused. PostgreSQL intervals have no infinity before version 17.
const CENTURY_IN_DAYS = 36_525;
const CENTURY = CENTURY_IN_DAYS * 24 * 3_600_000;

/** A {@link JobQueue} on pg-boss. */
export function bossJobQueue(sql: SqlClient<unknown>, settings: PostgresInboxSettings): JobQueue {
  const { name, schema } = settings;
  const statements = jobStatements(schema, settings.lease);
  const db = bossDb(sql);
  let opened: Promise<PgBoss> | undefined;
  const boss = (): Promise<PgBoss> => {
    opened ??= openBoss(sql, schema);
    return opened;
  };

  async function run(statement: string, ...values: SqlValue[]): Promise<readonly SqlRow[]> {
    return explainMissingTables(schema, sql.query(statement, [name, ...values]));
  }

  async function unblockFirst(orderKeys: readonly string[]): Promise<void> {
    if (orderKeys.length > 0) await run(statements.unblockFirst, orderKeys);
  }

  return {
    unblockFirst,

    async check() {
      await boss();
      await run(statements.paused);
    },

    async store(event, key, receivedAt) {
      const id = jobId(event.id, key);
      const orderKey = orderKeyOf(event, settings.orderBy);
      const sending = (await boss()).send(name, encodeEvent(event, receivedAt), {
        id,
        ...(orderKey === undefined ? {} : { singletonKey: orderKey }),
        startAfter: '-1 second',
        expireInSeconds: settings.lease / 1000,
        retentionDays: CENTURY_IN_DAYS,
        retryLimit: settings.attempts - 1,
      });
      if ((await explainMissingTables(schema, sending)) !== null) return true;
      // pg-boss returns null for an existing id and for a missing queue.
      const [existing] = await run(statements.exists, id);
      if (existing) return false;
      throw new SetupError(
        `The queue ${name} is missing in ${schema}, or the event was deleted just now. Run \`await inbox.migrate()\` once.`,
      );
    },

    async fetch(limit) {
      const fetched = await fetchJobs(await boss(), limit);
      if (fetched.length === 0) return { jobs: [], fetched: 0, paused: false };
      const rows = await run(
        statements.admit,
        fetched.map(({ id }) => id),
      );
      const rowById = new Map(rows.map((row) => [row['id'], row]));
      const blocked = fetched.filter(({ id }) => rowById.get(id)?.['blocked']);
      // The jobs before them may have ended while these were still active, and so could not be unblocked.
      await unblockFirst(blocked.flatMap(({ singletonKey }) => singletonKey ?? []));
      return {
        fetched: fetched.length,
        paused: rows.some((row) => row['paused'] === true),
        jobs: fetched.flatMap(({ id, data, singletonKey, retryCount }) => {
          const row = rowById.get(id);
          if (!row || row['paused'] === true || row['blocked'] === true) return [];
          const event = decodeEvent(data.event);
          const token = String(row['token']);
          return { id, token, event, orderKey: singletonKey, failures: retryCount };
        }),
      };
    },

    async extend({ id, token }) {
      return (await run(statements.extend, id, token)).length > 0;
    },
    async complete({ id }, outcome) {
      await explainMissingTables(schema, (await boss()).complete(name, id, { outcome }));
    },
    async putBack({ id, token }) {
      await run(statements.putBack, id, token);
    },
    async retryLater({ id, token }, reason, delay) {
      await run(statements.retryLater, id, token, reason, Math.min(delay, CENTURY));
    },
    async giveUp({ id, token }, reason) {
      await run(statements.giveUp, id, token, reason);
    },

    async recover() {
      const rows = await run(statements.recover, settings.attempts);
      await unblockFirst(rows.flatMap((row) => row['singleton_key'] ?? []).map(String));
    },
    async cleanUp() {
      if (settings.retention > CENTURY) return;
      while ((await run(statements.cleanUp, settings.retention)).length === 1000);
    },

    async isPaused() {
      return (await run(statements.paused)).length > 0;
    },
    async pause() {
      await run(statements.pause);
    },
    async resume() {
      await run(statements.resume);
    },

    async deadLetters(limit) {
      return (await run(statements.deadLetters, limit)).map((row) => ({
        event: decodeEvent(row['event']),
        attempts: Number(row['attempts']),
        reason: String(row['reason']),
        givenUpAt: Math.round(Number(row['given_up_at'])),
      }));
    },
    async replay(which) {
      if ('id' in which) return (await run(statements.replayById, ...jobIdRange(which.id))).length;
      const { since, until = Number.MAX_SAFE_INTEGER, deadOnly = false } = which;
      return (await run(statements.replayByTime, since, until, deadOnly)).length;
    },
  };

  // pg-boss ignores the error of a failed fetch and returns no jobs, so the error is caught on its way.
  async function fetchJobs(
    { fetch }: PgBoss,
    batchSize: number,
  ): Promise<readonly PgBoss.JobWithMetadata<JobData>[]> {
    const errors: unknown[] = [];
    const watched: PgBoss.Db = {
      executeSql: (text, values) =>
        db.executeSql(text, values).catch((error: unknown) => {
          errors.push(error);
          throw error;
        }),
    };
    const options = { batchSize, includeMetadata: true, priority: false, db: watched } as const;
    const jobs = await fetch<JobData>(name, options);
    if (errors.length > 0) await explainMissingTables(schema, Promise.reject(errors[0]));
    return jobs;
  }
}
