import { PGlite } from '@electric-sql/pglite';
import { type EventEnvelope, memoryStore, resultId } from '@screening-webhooks/core';
import { type PostgresClient, postgresStore, transactional } from '@screening-webhooks/postgres';
import { Pool } from 'pg';
import { describe, expect, it, type TestContext } from 'vitest';
import { requireService } from '../../../testing/test/support/service.js';
import { drill, losingCommits, VERIFICATIONS } from '../support/drill.js';
import { seededRandom } from '../support/seeded-random.js';

// What the seed makes of 30 %, 20 % (of those that are not lost) and 10 %.
const webhooks = { lost: 287, twice: 148, late: 92 };

async function exactlyOnce<Tx extends { query: (text: string, values: string[]) => unknown }>(
  client: PostgresClient<Tx>,
  rowsOf: (text: string) => Promise<readonly Record<string, unknown>[]>,
  annotate: TestContext['annotate'],
) {
  const inner = postgresStore(client);
  await inner.migrate();
  await rowsOf('CREATE TABLE activations (clinician text)');
  // Claims are in memory, so that a lost commit has nobody to stop the second run but the transaction.
  const dedupe = losingCommits(memoryStore(), seededRandom(7));
  let runs = 0;
  const handler = transactional(
    client,
    async (event: EventEnvelope, { tx }) => {
      runs += 1;
      const clinician = String(Reflect.get(Object(event.data), 'externalId'));
      await tx.query('INSERT INTO activations (clinician) VALUES ($1)', [clinician]);
    },
    { key: resultId },
  );
  const drilled = await drill({ dedupe, handler });
  const [row] = await rowsOf(
    'SELECT count(*)::int AS effects, count(DISTINCT clinician)::int AS clinicians FROM activations',
  );
  await annotate(JSON.stringify({ ...drilled, ...row, runs, commitsLost: dedupe.lost() }));
  expect({ ...drilled, ...row, runs }).toMatchObject({
    webhooks,
    effects: VERIFICATIONS,
    clinicians: VERIFICATIONS,
    runs: VERIFICATIONS,
    waiting: 0,
  });
  expect(dedupe.lost()).toBeGreaterThan(0);
  expect(drilled.polls.recovered).toBeGreaterThanOrEqual(webhooks.lost);
}

const admin = { host: '127.0.0.1', port: 5432, user: 'postgres', database: 'postgres' };
const answers = await requireService('PostgreSQL', async () => {
  const pool = new Pool({ ...admin, max: 1, connectionTimeoutMillis: 2000 });
  await pool.query('SELECT 1').finally(() => pool.end());
});

describe('1,000 verifications, their webhooks lost, doubled and late, with pollers beside', () => {
  // It takes ten times as long: for where there is no server.
  it.skipIf(answers)(
    'exactly once with a transactional handler, on PGlite',
    { timeout: 60_000 },
    async ({ annotate }) => {
      const pglite = new PGlite();
      await exactlyOnce(
        pglite,
        async (text) => (await pglite.query<Record<string, unknown>>(text)).rows,
        annotate,
      );
      await pglite.close();
    },
  );

  it.skipIf(!answers)(
    'exactly once with a transactional handler, on a PostgreSQL server',
    { timeout: 60_000 },
    async ({ annotate }) => {
      const name = `screening_drill_${crypto.randomUUID().replaceAll('-', '')}`;
      const maintenance = new Pool({ ...admin, max: 1 });
      await maintenance.query(`CREATE DATABASE ${name}`);
      const pool = new Pool({ ...admin, database: name, max: 10 });
      // The database is dropped under connections that are still closing.
      pool.on('error', () => {});
      try {
        await exactlyOnce(pool, async (text) => (await pool.query(text)).rows, annotate);
      } finally {
        await pool.end();
        await maintenance.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await maintenance.end();
      }
    },
  );

  it('once each with a plain handler, while no commit is lost', { timeout: 60_000 }, async ({
    annotate,
  }) => {
    const runs = new Map<string, number>();
    const handler = (event: EventEnvelope): void => {
      runs.set(resultId(event), (runs.get(resultId(event)) ?? 0) + 1);
    };
    const drilled = await drill({ handler, dedupe: memoryStore() });
    const handled = { results: runs.size, mostRuns: Math.max(...runs.values()) };
    await annotate(JSON.stringify({ ...drilled, ...handled }));
    expect({ ...drilled, ...handled }).toMatchObject({
      webhooks,
      results: VERIFICATIONS,
      mostRuns: 1,
      waiting: 0,
    });
    expect(drilled.polls.recovered).toBeGreaterThanOrEqual(webhooks.lost);
  });

  it('at least once each where commits are lost', { timeout: 60_000 }, async ({ annotate }) => {
    const runs = new Map<string, number>();
    const handler = (event: EventEnvelope): void => {
      runs.set(resultId(event), (runs.get(resultId(event)) ?? 0) + 1);
    };
    const dedupe = losingCommits(memoryStore(), seededRandom(7));
    const drilled = await drill({ handler, dedupe });
    const handled = { results: runs.size, mostRuns: Math.max(...runs.values()) };
    await annotate(JSON.stringify({ ...drilled, ...handled }));
    expect({ ...drilled, ...handled }).toMatchObject({
      webhooks,
      results: VERIFICATIONS,
      waiting: 0,
    });
    expect(handled.mostRuns).toBeGreaterThan(1);
  });
});
