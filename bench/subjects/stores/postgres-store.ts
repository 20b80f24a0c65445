import { postgresStore } from '@screening-webhooks/postgres';
import { Pool } from 'pg';
import type { Count, Effort } from '../../measure/effort.js';
import { noPostgres, postgresAnswers, postgresServer } from '../../measure/postgres-server.js';
import type { Row } from '../../measure/row.js';
import { rowsOf } from '../../measure/rows-of.js';
import { contestOfClaims, keyOf } from './contest-of-claims.js';

const PER_ROUND: Count = { full: 3000, quick: 64 };
const RAW = 'INSERT of a row';
const CLAIM = 'postgresStore.claim';

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
  const insert = {
    name: 'bench_raw',
    text: `INSERT INTO ${raw} VALUES ($1, now() + interval '1 minute') ON CONFLICT DO NOTHING RETURNING true`,
  };
  const { heading, times, figuresOf } = await contestOfClaims(effort, {
    name: 'postgresStore',
    perRound: PER_ROUND,
    store: postgresStore(pool, { table }),
    raw: RAW,
    insert: (key) => pool.query({ ...insert, values: [key] }),
  });
  // A claim also reads the row that it finds, and limits its wait for a lock. Measured: 0.8 to 1.
  const pairs = [{ name: CLAIM, against: RAW, budget: 0.8 }];
  return rowsOf(heading, times, RAW, { pairs, figuresOf });
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
