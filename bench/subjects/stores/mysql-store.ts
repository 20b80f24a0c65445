import { randomUUID } from 'node:crypto';
import { mysqlStore } from '@screening-webhooks/mysql';
import { createPool, type Pool } from 'mysql2/promise';
import type { Count, Effort } from '../../measure/effort.js';
import { mysqlAnswers, mysqlServer, noMysql } from '../../measure/mysql-server.js';
import { inTurns, mapRounds, medianOf } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { rowsOf, secondRun } from '../../measure/rows-of.js';
import { runConcurrently, type Timing } from './run-concurrently.js';

const IN_FLIGHT = 32;
const PER_ROUND: Count = { full: 2000, quick: 64 };
const LEASE = 60_000;
const OWNER = randomUUID();
const RAW = 'INSERT IGNORE of a row';
const CLAIM = 'mysqlStore.claim';
const COMMIT = 'mysqlStore.commit';

/** Claims and commits beside the cheapest statement for one, the INSERT of a row, on the same pool. */
export async function mysqlStoreRows(effort: Effort): Promise<readonly Row[]> {
  if (!(await mysqlAnswers())) {
    return [{ subject: 'stores', contest: 'mysqlStore', name: CLAIM, skipped: noMysql }];
  }
  const pool = createPool({ uri: mysqlServer, connectionLimit: 10 });
  const schema = `bench_${process.pid}`;
  const table = `${schema}.claims`;
  const raw = `${schema}.raw`;
  try {
    await pool.query(`CREATE DATABASE ${schema}`);
    await mysqlStore(pool, { table }).migrate();
    await pool.query(
      `CREATE TABLE ${raw} (claim_key VARBINARY(767) PRIMARY KEY, expires_at BIGINT NOT NULL) ENGINE = InnoDB`,
    );
    return await contestOn(effort, pool, table, raw);
  } finally {
    await pool.query(`DROP DATABASE IF EXISTS ${schema}`);
    await pool.end();
  }
}

async function contestOn(
  effort: Effort,
  pool: Pool,
  table: string,
  raw: string,
): Promise<readonly Row[]> {
  const perRound = PER_ROUND[effort];
  const store = mysqlStore(pool, { table });
  const operations: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    [RAW]: (key) => pool.query(`INSERT IGNORE INTO ${raw} VALUES (?, ?)`, [key, Date.now()]),
    [CLAIM]: async (key) => store.claim(key, OWNER, LEASE),
    [COMMIT]: async (key) => store.commit(key, OWNER, LEASE),
  };
  let used = 0;
  // A claim and its commit use the same keys, which no other operation uses.
  const round = (name: string, from: number): Promise<Timing> => {
    let next = from;
    const operate = operations[name.replace(secondRun(''), '')];
    return runConcurrently(IN_FLIGHT, perRound, async () => operate?.(keyOf(next++)));
  };
  const timings = await inTurns(
    effort,
    [RAW, secondRun(RAW), CLAIM, COMMIT],
    { rounds: 9, warmUp: 1 },
    async (name) => {
      const from = used;
      used += perRound;
      if (name === COMMIT) await round(CLAIM, from);
      return round(name, from);
    },
  );
  const times = mapRounds(timings, ({ ms }) => ms);
  const waits = mapRounds(timings, ({ p50 }) => p50);
  const heading = { subject: 'stores', contest: `mysqlStore, ${IN_FLIGHT} in flight` };
  const figuresOf = (name: string) => ({
    '/s': (perRound * 1000) / medianOf(times, name),
    ms: medianOf(waits, name),
  });
  // Each claim is a statement of its own. No budget yet: it was measured on one machine only.
  return rowsOf(heading, times, RAW, { pairs: [], figuresOf });
}

function keyOf(index: number): string {
  return `int_01HZX3${'0'.repeat(16)}:evt_${String(index).padStart(26, '0')}`;
}
