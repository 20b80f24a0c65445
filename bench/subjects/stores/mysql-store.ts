import { mysqlStore } from '@screening-webhooks/mysql';
import { createPool } from 'mysql2/promise';
import type { Count, Effort } from '../../measure/effort.js';
import { mysqlAnswers, mysqlServer, noMysql } from '../../measure/mysql-server.js';
import type { Row } from '../../measure/row.js';
import { rowsOf } from '../../measure/rows-of.js';
import { contestOfClaims } from './contest-of-claims.js';

const PER_ROUND: Count = { full: 2000, quick: 64 };
const RAW = 'INSERT IGNORE of a row';

/** Claims and commits beside the cheapest statement for one, the INSERT of a row, on the same pool. */
export async function mysqlStoreRows(effort: Effort): Promise<readonly Row[]> {
  if (!(await mysqlAnswers())) {
    return [
      { subject: 'stores', contest: 'mysqlStore', name: 'mysqlStore.claim', skipped: noMysql },
    ];
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
    const { heading, times, figuresOf } = await contestOfClaims(effort, {
      name: 'mysqlStore',
      perRound: PER_ROUND,
      store: mysqlStore(pool, { table }),
      raw: RAW,
      insert: (key) => pool.query(`INSERT IGNORE INTO ${raw} VALUES (?, ?)`, [key, Date.now()]),
    });
    // Each claim is a separate statement. No budget yet: it was measured on one machine only.
    return rowsOf(heading, times, RAW, { pairs: [], figuresOf });
  } finally {
    await pool.query(`DROP DATABASE IF EXISTS ${schema}`);
    await pool.end();
  }
}
