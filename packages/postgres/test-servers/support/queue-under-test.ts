import type { Pool, PoolClient } from 'pg';
import { LOST, type QueueUnderTest } from 'screening-webhooks-test-support/queues/queue-under-test';
import { postgresInbox } from '../../src/inbox/index.js';
import { postgresEventQueue } from '../../src/inbox/postgres-event-queue.js';
import { postgresInboxSettings } from '../../src/inbox/postgres-inbox-settings.js';
import { createSqlClient } from '../../src/sql/create-sql-client.js';
import { EVENTS, endLeases, LINES, states } from './inbox-tables.js';
import type { TestDatabase } from './server.js';
import { spyOn } from './spied-pool.js';

/** The inbox of a database, for the suites of every inbox in tables. */
export function postgresUnderTest(database: TestDatabase): QueueUnderTest {
  const { admin } = database;
  // Each pool has connections for one process. They are few, and do not stay: the server has no more than 100.
  const openPool = (): Pool => database.pool({ idleTimeoutMillis: 100 });
  return {
    open: (options) => postgresInbox(openPool(), options),
    openSpied(options) {
      const { pool, texts } = spyOn(openPool());
      return { inbox: postgresInbox<PoolClient>(pool, options), texts };
    },
    openLosingFetch(options) {
      let fetches = 0;
      const { pool } = spyOn(openPool(), undefined, (text) => {
        // The first one is the check of the tables.
        const isFetch = text.includes('NOT suspect') && text.includes('FOR UPDATE');
        if (isFetch && ++fetches === 2) throw new Error(LOST);
      });
      return postgresInbox<PoolClient>(pool, options);
    },
    openQueue(options) {
      const sql = createSqlClient(openPool());
      const queue = postgresEventQueue(sql, postgresInboxSettings(options));
      return { ...queue, renewal: queue.renewThrough(sql.query) };
    },
    rows: async () => ({
      events: await admin(`SELECT * FROM ${EVENTS} ORDER BY arrival`),
      lines: await admin(`SELECT * FROM ${LINES}`),
    }),
    states: () => states(database),
    endLeases: () => endLeases(database),
    async schedule() {
      const [row] = await admin(`SELECT 1000 * extract(epoch FROM run_at) AS run_at,
        1000 * extract(epoch FROM clock_timestamp()) AS now FROM ${LINES}`);
      return { now: Number(row?.['now']), runAt: Number(row?.['run_at']) };
    },
    makeDue: () => admin(`UPDATE ${LINES} SET run_at = now()`),
    age: (ms) =>
      admin(`UPDATE ${EVENTS} SET ended_at = ended_at - ${ms} * interval '1 millisecond'`),
  };
}
