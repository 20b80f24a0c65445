import { randomUUID } from 'node:crypto';
import { postgresStore } from '@screening-webhooks/postgres';
import { Pool } from 'pg';
import type { Count, Effort } from '../../measure/effort.js';
import { noPostgres, postgresAnswers, postgresServer } from '../../measure/postgres-server.js';
import { inTurns, mapRounds, medianOf, ratiosOf } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { noiseOf, rowsOf, secondRun } from '../../measure/rows-of.js';
import { median } from '../../measure/statistics.js';
import { runConcurrently, type Timing } from './run-concurrently.js';

const IN_FLIGHT = 32;
const PER_ROUND: Count = { full: 3000, quick: 64 };
const LEASE = 60_000;
const OWNER = randomUUID();
const RAW = 'INSERT of a row';
const CLAIM = 'postgresStore.claim';
const COMMIT = 'postgresStore.commit';

/** Claims and commits beside the cheapest statement for one, the INSERT of a row, on the same pool. */
export async function postgresStoreRows(effort: Effort): Promise<readonly Row[]> {
  if (!(await postgresAnswers())) {
    return [{ subject: 'stores', contest: 'postgresStore', name: CLAIM, skipped: noPostgres }];
  }
  const pool = new Pool({ connectionString: postgresServer, max: 10 });
  const schema = `bench_${process.pid}`;
  const table = `${schema}.claims`;
  const raw = `${schema}.raw`;
  try {
    await pool.query(`CREATE SCHEMA ${schema}`);
    await postgresStore(pool, { table }).migrate();
    await pool.query(`CREATE TABLE ${raw} (key text PRIMARY KEY, expires_at timestamptz NOT NULL)`);
    return [...(await contestOn(effort, pool, table, raw)), await bytesRow(pool, table, raw)];
  } finally {
    await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
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
  const store = postgresStore(pool, { table });
  const insert = {
    name: 'bench_raw',
    text: `INSERT INTO ${raw} VALUES ($1, now() + interval '1 minute') ON CONFLICT DO NOTHING RETURNING true`,
  };
  const operations: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    [RAW]: (key) => pool.query({ ...insert, values: [key] }),
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
  const heading = { subject: 'stores', contest: `postgresStore, ${IN_FLIGHT} in flight` };
  const figuresOf = (name: string) => ({
    '/s': (perRound * 1000) / medianOf(times, name),
    ms: medianOf(waits, name),
  });
  // Claims that wait share a statement. Measured: 2.2 to 4.0, as the database shares the disk and the cores.
  const pairs = [{ name: CLAIM, against: RAW, budget: 2 }];
  return [
    ...rowsOf(heading, times, RAW, { pairs, figuresOf }),
    {
      ...heading,
      name: `p50 of ${CLAIM}`,
      figures: { ms: medianOf(waits, CLAIM) },
      ratio: median(ratiosOf(waits, CLAIM, RAW)),
      noise: noiseOf(waits, RAW),
      // A claim that shares a statement does not wait for longer than a row of its own.
      budget: 1,
    },
  ];
}

/** The bytes on disk of a row, indexes included, beside the row of the plain table. */
async function bytesRow(pool: Pool, table: string, raw: string): Promise<Row> {
  async function bytesOf(name: string): Promise<number> {
    await pool.query(`VACUUM FULL ${name}`);
    const { rows } = await pool.query<{ bytes: string }>(
      `SELECT pg_total_relation_size('${name}') / count(*) AS bytes FROM ${name}`,
    );
    return Number(rows[0]?.bytes);
  }
  const bytes = await bytesOf(table);
  const name = `an id, a key of ${keyOf(0).length} characters, indexes included`;
  const ratio = (await bytesOf(raw)) / bytes;
  return { subject: 'stores', contest: 'postgresStore', name, figures: { bytes }, ratio };
}

function keyOf(index: number): string {
  return `int_01HZX3${'0'.repeat(16)}:evt_${String(index).padStart(26, '0')}`;
}
