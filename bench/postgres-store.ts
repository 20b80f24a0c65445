import { postgresStore } from '@screening-webhooks/postgres';
import { Pool } from 'pg';

// Claims per second beside the least that any store could do: one row inserted, on the same pool, with as many in flight.
// The two take turns, so that both meet the same machine. `tsx postgres-store.ts [connection string of a scratch database]`

const [url = 'postgres://postgres@127.0.0.1:5432/postgres'] = process.argv.slice(2);
const IN_FLIGHT = 32;
const PER_ROUND = 4000;
const ROUNDS = 7;

const pool = new Pool({ connectionString: url, max: 10 });
const table = `bench_claims_${process.pid}`;
const raw = `bench_raw_${process.pid}`;
const store = postgresStore(pool, { table });
await store.migrate();
await pool.query(`CREATE TABLE ${raw} (key text PRIMARY KEY, expires_at timestamptz NOT NULL)`);

const keyOf = (index: number): string =>
  `int_01HZX3${'0'.repeat(16)}:evt_${String(index).padStart(26, '0')}`;
let next = 0;

async function perSecond(operation: (key: string) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const end = next + PER_ROUND;
  const lane = async (): Promise<void> => {
    while (next < end) await operation(keyOf(next++));
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  next = end;
  return (PER_ROUND * 1000) / (performance.now() - start);
}

const insert = {
  name: 'bench_raw',
  text: `INSERT INTO ${raw} VALUES ($1, now() + interval '1 minute') ON CONFLICT DO NOTHING RETURNING true`,
};
const operations = {
  raw: (key: string) => pool.query({ ...insert, values: [key] }),
  claim: (key: string) => store.claim(key, crypto.randomUUID(), 60_000),
};

const figures: Record<keyof typeof operations, number[]> = { raw: [], claim: [] };
try {
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of ['raw', 'claim'] as const) {
      const figure = await perSecond(operations[name]);
      // The first round opens the connections.
      if (round > 0) figures[name].push(figure);
    }
  }
  const ratios = figures.claim.map((figure, index) => figure / (figures.raw[index] ?? Number.NaN));
  console.log(`raw INSERT  ${median(figures.raw).toFixed(0)} per second`);
  console.log(`claim       ${median(figures.claim).toFixed(0)} per second`);
  console.log(`ratio       ${median(ratios).toFixed(2)} (median of ${ROUNDS} rounds)`);
  await pool.query(`VACUUM FULL ${table}`);
  const { rows } = await pool.query(
    `SELECT pg_total_relation_size('${table}') / count(*) AS bytes FROM ${table}`,
  );
  console.log(`size        ${rows[0].bytes} bytes per id, indexes included`);
} finally {
  await pool.query(`DROP TABLE ${table}, ${raw}`);
  await pool.end();
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
