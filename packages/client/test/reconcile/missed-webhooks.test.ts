import { PGlite } from '@electric-sql/pglite';
import { type EventEnvelope, memoryStore, resultId } from '@screening-webhooks/core';
import { type PostgresClient, postgresStore, transactional } from '@screening-webhooks/postgres';
import { Pool } from 'pg';
import {
  createScratchDatabase,
  isServerReachable,
} from 'screening-webhooks-test-support/scratch-database';
import { describe, expect, it, type TestContext } from 'vitest';
import { seededRandom } from '../support/seeded-random.js';
import {
  losingCommits,
  simulateLostWebhooks,
  VERIFICATIONS,
} from '../support/simulate-lost-webhooks.js';

// Fixed by the seed: 30 %, 20 % of those that are not lost, and 10 %.
const webhooks = { lost: 287, twice: 148, late: 92 };

// Ends a hang. A busy machine needs a few seconds.
const timeout = 120_000;

async function expectExactlyOnce<Tx extends { query: (text: string, values: string[]) => unknown }>(
  client: PostgresClient<Tx>,
  query: (text: string) => Promise<readonly Record<string, unknown>[]>,
  annotate: TestContext['annotate'],
) {
  const store = postgresStore(client);
  await store.migrate();
  await query('CREATE TABLE activations (clinician text)');
  // Claims are in memory, so that after a lost commit only the transaction can prevent the second run.
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
  const simulated = await simulateLostWebhooks({ dedupe, handler });
  const [row] = await query(
    'SELECT count(*)::int AS effects, count(DISTINCT clinician)::int AS clinicians FROM activations',
  );
  await annotate(JSON.stringify({ ...simulated, ...row, runs, commitsLost: dedupe.lost() }));
  expect({ ...simulated, ...row, runs }).toMatchObject({
    webhooks,
    effects: VERIFICATIONS,
    clinicians: VERIFICATIONS,
    runs: VERIFICATIONS,
    pending: 0,
  });
  expect(dedupe.lost()).toBeGreaterThan(0);
  expect(simulated.polls.recovered).toBeGreaterThanOrEqual(webhooks.lost);
}

/** A handler that counts its runs for each result. */
function countingHandler() {
  const runs = new Map<string, number>();
  const handler = (event: EventEnvelope): void => {
    runs.set(resultId(event), (runs.get(resultId(event)) ?? 0) + 1);
  };
  const counted = () => ({ results: runs.size, maxRuns: Math.max(...runs.values()) });
  return { handler, counted };
}

const serverAvailable = await isServerReachable();

describe('1,000 verifications, with webhooks lost, duplicated and late, and concurrent pollers', () => {
  // PGlite needs ten times as long, so it only stands in for a missing server.
  it.skipIf(serverAvailable)(
    'exactly once with a transactional handler, on PGlite',
    { timeout },
    async ({ annotate }) => {
      const pglite = new PGlite();
      await expectExactlyOnce(
        pglite,
        async (text) => (await pglite.query<Record<string, unknown>>(text)).rows,
        annotate,
      );
      await pglite.close();
    },
  );

  it.skipIf(!serverAvailable)(
    'exactly once with a transactional handler, on a PostgreSQL server',
    { timeout },
    async ({ annotate }) => {
      const scratch = await createScratchDatabase();
      const pool = new Pool({ connectionString: scratch.url, max: 10 });
      // Dropping the database breaks connections that are still closing.
      pool.on('error', () => {});
      try {
        await expectExactlyOnce(pool, async (text) => (await pool.query(text)).rows, annotate);
      } finally {
        await pool.end();
        await scratch.drop();
      }
    },
  );

  it('once each with a plain handler, while no commit is lost', { timeout }, async ({
    annotate,
  }) => {
    const { handler, counted } = countingHandler();
    const simulated = await simulateLostWebhooks({ handler, dedupe: memoryStore() });
    await annotate(JSON.stringify({ ...simulated, ...counted() }));
    expect({ ...simulated, ...counted() }).toMatchObject({
      webhooks,
      results: VERIFICATIONS,
      maxRuns: 1,
      pending: 0,
    });
    expect(simulated.polls.recovered).toBeGreaterThanOrEqual(webhooks.lost);
  });

  it('at least once each when commits are lost', { timeout }, async ({ annotate }) => {
    const { handler, counted } = countingHandler();
    const dedupe = losingCommits(memoryStore(), seededRandom(7));
    const simulated = await simulateLostWebhooks({ handler, dedupe });
    await annotate(JSON.stringify({ ...simulated, ...counted() }));
    expect({ ...simulated, ...counted() }).toMatchObject({
      webhooks,
      results: VERIFICATIONS,
      pending: 0,
    });
    expect(counted().maxRuns).toBeGreaterThan(1);
  });
});
