import type { PoolConnection } from 'mysql2/promise';
import { LOST, type QueueUnderTest } from 'screening-webhooks-test-support/queues/queue-under-test';
import { mysqlInbox } from '../../src/inbox/index.js';
import { mysqlEventQueue } from '../../src/inbox/mysql-event-queue.js';
import { mysqlInboxSettings } from '../../src/inbox/mysql-inbox-settings.js';
import { sqlClient } from '../../src/sql/sql-client.js';
import { EVENTS, endLeases, LINES, roomyPool, SERVER_TIME, states } from './inbox-tables.js';
import type { TestDatabase } from './server.js';
import { spyOn } from './spied-pool.js';

// It only ends a hang.
const TIMEOUT = 60_000;

/** The inbox of a database, for the suites of every inbox in tables. */
export function mysqlUnderTest(database: TestDatabase): QueueUnderTest {
  const { admin } = database;
  return {
    open: (options) => mysqlInbox(roomyPool(database), { timeout: TIMEOUT, ...options }),
    openSpied(options) {
      const { pool, texts } = spyOn(roomyPool(database));
      return { inbox: mysqlInbox<PoolConnection>(pool, { timeout: TIMEOUT, ...options }), texts };
    },
    openLosingFetch(options) {
      let isLeasing = false;
      let commits = 0;
      const { pool } = spyOn(roomyPool(database), (text) => {
        if (text.includes('SKIP LOCKED') && text.includes('suspect = 0')) isLeasing = true;
        if (isLeasing && text === 'COMMIT' && ++commits === 1) throw new Error(LOST);
      });
      return mysqlInbox<PoolConnection>(pool, { timeout: TIMEOUT, ...options });
    },
    openQueue: (options) =>
      mysqlEventQueue(sqlClient(roomyPool(database), TIMEOUT), mysqlInboxSettings(options)),
    rows: async () => ({
      events: await admin(`SELECT * FROM ${EVENTS} ORDER BY arrival`),
      lines: await admin(`SELECT * FROM ${LINES}`),
    }),
    states: () => states(database),
    endLeases: () => endLeases(database),
    async schedule() {
      const [row] = await admin(`SELECT run_at, ${SERVER_TIME} AS now FROM ${LINES}`);
      return { now: Number(row?.['now']) / 1000, runAt: Number(row?.['run_at']) / 1000 };
    },
    makeDue: () => admin(`UPDATE ${LINES} SET run_at = 0`),
    age: (ms) => admin(`UPDATE ${EVENTS} SET ended_at = ended_at - ${ms * 1000}`),
  };
}
