import { type EventEnvelope, memoryStore, resultId } from '@screening-webhooks/core';
import { postgresStore, transactional } from '@screening-webhooks/postgres';
import { Pool } from 'pg';
import {
  createScratchDatabase,
  isServerReachable,
} from 'screening-webhooks-test-support/scratch-database';
import { expect, it } from 'vitest';
import { seededRandom } from '../test/support/seeded-random.js';
import {
  losingCommits,
  simulateLostWebhooks,
  VERIFICATIONS,
  WEBHOOKS,
} from '../test/support/simulate-lost-webhooks.js';

// A handler without a transaction: test/reconcile/missed-webhooks.test.ts.
it.skipIf(!(await isServerReachable()))(
  '1,000 verifications, with webhooks lost, duplicated and late, and concurrent pollers: exactly once with a transactional handler',
  async ({ annotate }) => {
    const scratch = await createScratchDatabase();
    const pool = new Pool({ connectionString: scratch.url, max: 10 });
    // Dropping the database breaks connections that are still closing.
    pool.on('error', () => {});
    try {
      await postgresStore(pool).migrate();
      await pool.query('CREATE TABLE activations (clinician text)');
      // Claims are in memory, so that after a lost commit only the transaction can prevent the second run.
      const dedupe = losingCommits(memoryStore(), seededRandom(7));
      let runs = 0;
      const handler = transactional(
        pool,
        async (event: EventEnvelope, { tx }) => {
          runs += 1;
          const clinician = String(Reflect.get(Object(event.data), 'externalId'));
          await tx.query('INSERT INTO activations (clinician) VALUES ($1)', [clinician]);
        },
        { key: resultId },
      );
      const simulated = await simulateLostWebhooks({ dedupe, handler });
      const { rows } = await pool.query(
        'SELECT count(*)::int AS effects, count(DISTINCT clinician)::int AS clinicians FROM activations',
      );
      await annotate(JSON.stringify({ ...simulated, ...rows[0], runs, lost: dedupe.lost() }));
      expect({ ...simulated, ...rows[0], runs }).toMatchObject({
        webhooks: WEBHOOKS,
        effects: VERIFICATIONS,
        clinicians: VERIFICATIONS,
        runs: VERIFICATIONS,
        pending: 0,
      });
      expect(dedupe.lost()).toBeGreaterThan(0);
      expect(simulated.polls.recovered).toBeGreaterThanOrEqual(WEBHOOKS.lost);
    } finally {
      await pool.end();
      await scratch.drop();
    }
  },
);
