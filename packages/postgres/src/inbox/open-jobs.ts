import type PgBoss from 'pg-boss';
import type { SqlClient, SqlRow, SqlValue } from '../sql/sql-client.js';
import { bossDb, openBoss } from './boss.js';
import { decodeEvent, encodeEvent, type InboxJobData, orderOf } from './inbox-job.js';
import type { InboxSettings } from './inbox-settings.js';
import { jobId, jobIdRange } from './job-id.js';
import { jobStatements } from './job-statements.js';
import type { Jobs } from './jobs.js';
import { namingCure } from './naming-cure.js';
import { SetupError } from './setup-error.js';

// Forever, as far as PostgreSQL can count: nothing that waits is ever too old, however long a pause is.
const CENTURY_IN_DAYS = 36_525;
const CENTURY = CENTURY_IN_DAYS * 24 * 3_600_000;

/** @param name pg-boss's queue. */
export function openJobs(
  sql: SqlClient<unknown>,
  { name, schema, ...settings }: InboxSettings & { readonly name: string; readonly schema: string },
): Jobs {
  const statements = jobStatements(schema, settings.lease);
  const db = bossDb(sql);
  let opened: Promise<PgBoss> | undefined;
  const boss = (): Promise<PgBoss> => {
    opened ??= openBoss(sql, schema);
    return opened;
  };

  async function run(statement: string, ...values: SqlValue[]): Promise<readonly SqlRow[]> {
    return namingCure(schema, sql.query(statement, [name, ...values]));
  }

  async function wakeNext(orders: readonly string[]): Promise<void> {
    if (orders.length > 0) await run(statements.wakeNext, orders);
  }

  return {
    wakeNext,

    async check() {
      await boss();
      await run(statements.paused);
    },

    async store(event, key, receivedAt) {
      const id = jobId(event.id, key);
      const order = orderOf(event, settings.orderBy);
      const sending = (await boss()).send(name, encodeEvent(event, receivedAt), {
        id,
        ...(order === undefined ? {} : { singletonKey: order }),
        startAfter: '-1 second',
        expireInSeconds: settings.lease / 1000,
        retentionDays: CENTURY_IN_DAYS,
        retryLimit: settings.attempts - 1,
      });
      if ((await namingCure(schema, sending)) !== null) return true;
      // pg-boss says the same of an id that is taken and of a queue that is not there.
      const [taken] = await run(statements.exists, id);
      if (taken) return false;
      throw new SetupError(
        `The queue ${name} is missing in ${schema}, or the event was deleted just now. Run \`await inbox.migrate()\` once.`,
      );
    },

    async take(most) {
      const fetched = await fetchJobs(await boss(), most);
      if (fetched.length === 0) return { jobs: [], fetched: 0, paused: false };
      const rows = await run(
        statements.admit,
        fetched.map(({ id }) => id),
      );
      const verdicts = new Map(rows.map((row) => [row['id'], row]));
      const waiting = fetched.filter(({ id }) => verdicts.get(id)?.['waits']);
      // Who was before them may have ended while they were on their way back, when there was nobody to wake.
      await wakeNext(waiting.flatMap(({ singletonKey }) => singletonKey ?? []));
      return {
        fetched: fetched.length,
        paused: rows.some((row) => row['paused'] === true),
        jobs: fetched.flatMap(({ id, data, singletonKey, retryCount }) => {
          const verdict = verdicts.get(id);
          if (!verdict || verdict['paused'] === true || verdict['waits'] === true) return [];
          const event = decodeEvent(data.event);
          const token = String(verdict['token']);
          return { id, token, event, order: singletonKey, failures: retryCount };
        }),
      };
    },

    async extend({ id, token }) {
      return (await run(statements.extend, id, token)).length > 0;
    },
    async complete({ id }, outcome) {
      await namingCure(schema, (await boss()).complete(name, id, { outcome }));
    },
    async giveBack({ id, token }) {
      await run(statements.giveBack, id, token);
    },
    async retryLater({ id, token }, reason, wait) {
      await run(statements.retryLater, id, token, reason, Math.min(wait, CENTURY));
    },
    async giveUp({ id, token }, reason) {
      await run(statements.giveUp, id, token, reason);
    },

    async recover() {
      const rows = await run(statements.recover, settings.attempts);
      await wakeNext(rows.flatMap(({ singleton_key: order }) => order ?? []).map(String));
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

  // pg-boss takes an error for an empty queue.
  async function fetchJobs(
    { fetch }: PgBoss,
    batchSize: number,
  ): Promise<readonly PgBoss.JobWithMetadata<InboxJobData>[]> {
    const failed: unknown[] = [];
    const watched: PgBoss.Db = {
      executeSql: (text, values) =>
        db.executeSql(text, values).catch((error: unknown) => {
          failed.push(error);
          throw error;
        }),
    };
    const options = { batchSize, includeMetadata: true, priority: false, db: watched } as const;
    const jobs = await fetch<InboxJobData>(name, options);
    if (failed.length > 0) await namingCure(schema, Promise.reject(failed[0]));
    return jobs;
  }
}
