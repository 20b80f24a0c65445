import { loadavg } from 'node:os';
import { postgresStore } from '@screening-webhooks/postgres';
import { Pool } from 'pg';
import { median } from './measure/statistics.js';

// Claims and commits, per second and in ms each, beside the least that a store could do with a statement for each: one row
// inserted, on the same pool, with as many in flight. They take turns, so that all meet the same machine. `tsx postgres-store.ts [connection string of a scratch database]`

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

interface Figure {
  readonly perSecond: number;
  readonly p50: number;
}

async function measure(
  from: number,
  operation: (key: string) => Promise<unknown>,
): Promise<Figure> {
  const times: number[] = [];
  let index = from;
  const lane = async (): Promise<void> => {
    while (index < from + PER_ROUND) {
      const asked = performance.now();
      await operation(keyOf(index++));
      times.push(performance.now() - asked);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  return { perSecond: (PER_ROUND * 1000) / (performance.now() - start), p50: median(times) };
}

const insert = {
  name: 'bench_raw',
  text: `INSERT INTO ${raw} VALUES ($1, now() + interval '1 minute') ON CONFLICT DO NOTHING RETURNING true`,
};
const operations = {
  raw: (key: string) => pool.query({ ...insert, values: [key] }),
  claim: (key: string) => store.claim(key, crypto.randomUUID(), 60_000),
  // The claim again, by an owner that the commit knows.
  'claim as me': (key: string) => store.claim(key, 'me', 60_000),
  commit: (key: string) => store.commit(key, 'me', 60_000),
};
const names = ['raw', 'claim', 'commit'] as const;

const figures: Record<(typeof names)[number], Figure[]> = { raw: [], claim: [], commit: [] };
try {
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of names) {
      if (name === 'commit') await measure(next, operations['claim as me']);
      const figure = await measure(next, operations[name]);
      next += PER_ROUND;
      // The first round opens the connections.
      if (round > 0) figures[name].push(figure);
    }
  }
  console.log(
    `${IN_FLIGHT} in flight, medians of ${ROUNDS} rounds, load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const name of names) {
    const rate = median(figures[name].map(({ perSecond }) => perSecond));
    const p50 = median(figures[name].map((figure) => figure.p50));
    const ratios = figures[name].map(
      ({ perSecond }, round) => perSecond / (figures.raw[round]?.perSecond ?? Number.NaN),
    );
    console.log(
      `${name.padEnd(8)}${rate.toFixed(0).padStart(7)} per second   p50 ${p50.toFixed(2)} ms   ratio ${median(ratios).toFixed(2)}`,
    );
  }
  await pool.query(`VACUUM FULL ${table}`);
  const { rows } = await pool.query(
    `SELECT pg_total_relation_size('${table}') / count(*) AS bytes FROM ${table}`,
  );
  console.log(`size     ${rows[0].bytes} bytes per id, indexes included`);
} finally {
  await pool.query(`DROP TABLE ${table}, ${raw}`);
  await pool.end();
}
