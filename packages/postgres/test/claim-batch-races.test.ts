import type { Pool, PoolClient } from 'pg';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { batchClaimStatements } from '../src/claim-statements.js';
import { postgresStore } from '../src/index.js';
import { inOneBatch, MINUTE, values } from './support/in-one-batch.js';
import { describeOnServer, useTestDatabase } from './support/server.js';
import { spyOn } from './support/spied-pool.js';

const BUSY = { busyForMs: expect.any(Number) };

describeOnServer('a batch', () => {
  let pool: Pool;
  const database = useTestDatabase(async () => {
    pool = database.pool();
    await postgresStore(pool).migrate();
  });

  /** Runs a statement in another transaction, which stays open until the returned function ends it. */
  async function holdOpen(text: string): Promise<(end: 'COMMIT' | 'ROLLBACK') => Promise<void>> {
    const other = await pool.connect();
    await other.query(`BEGIN; ${text}`);
    return async (end) => {
      await other.query(end);
      other.release();
    };
  }

  it('is one statement', async () => {
    const spied = spyOn(pool);
    const store = postgresStore<PoolClient>(spied.pool);
    const plain = Array.from({ length: 31 }, (_, index) => `one ${index}`);
    const keys = [...plain, 'one "', 'one \\', '{one', 'one,'];
    await Promise.all(keys.map((key) => store.claim(key, 'a', MINUTE)));
    await Promise.all(keys.map((key) => store.commit(key, 'a', MINUTE)));
    expect(spied.texts).toHaveLength(4);
  });

  it.each([
    ['claim', "VALUES ('m', 'me', false, now() - interval '1 s')"],
    [
      'commit',
      "SELECT k, 'me', false, now() + interval '1 h' FROM unnest(ARRAY['a', 'm', 'z']) AS k",
    ],
  ] as const)(
    'of %ss locks its rows in one order, so two never deadlock',
    async (operation, rows) => {
      await database.admin(`TRUNCATE screening_webhook_claims`);
      await database.admin(`INSERT INTO screening_webhook_claims ${rows}`);
      const spies = [spyOn(pool), spyOn(pool)];
      const stores = spies.map((spied) => postgresStore<PoolClient>(spied.pool));
      const end = await holdOpen(`SELECT FROM screening_webhook_claims WHERE key = 'm' FOR UPDATE`);
      const batches = [
        ['a', 'm', 'z'],
        ['z', 'm', 'a'],
      ].map((keys, index) => {
        const store = stores[index] ?? expect.unreachable();
        const owner = operation === 'claim' ? `o${index}` : 'me';
        return inOneBatch<unknown>(store, () =>
          keys.map((key) => store[operation](key, owner, MINUTE)),
        );
      });
      await until(async () => (await database.lockWaits()) === 2);
      await end('COMMIT');
      const answers = (await Promise.all(batches)).flatMap(values);
      const successes = answers.filter((answer) => answer === 'acquired' || answer === true);
      expect(successes).toHaveLength(operation === 'claim' ? 3 : 6);
      expect(spies.flatMap(({ failures }) => failures)).toEqual([]);
    },
  );

  it.each([
    [
      'was extended',
      `UPDATE screening_webhook_claims SET expires_at = now() + interval '1 h'`,
      true,
    ],
    ['was taken over', `UPDATE screening_webhook_claims SET owner = 'other'`, false],
    ['was deleted', 'DELETE FROM screening_webhook_claims', false],
  ])(
    'commits according to the current row when a row that it waited for %s',
    async (event, change, committed) => {
      const store = postgresStore(pool);
      const key = `waited ${event}`;
      await store.claim(key, 'me', MINUTE);
      await store.claim(`${key} 2`, 'me', MINUTE);
      const end = await holdOpen(`${change} WHERE key = '${key}'`);
      const commits = inOneBatch(store, () =>
        [key, `${key} 2`].map((each) => store.commit(each, 'me', MINUTE)),
      );
      await until(async () => (await database.lockWaits()) === 1);
      await end('COMMIT');
      expect(values(await commits)).toEqual([committed, true]);
      expect(await store.claim(key, 'next', MINUTE)).toEqual(
        committed ? 'done' : event === 'was deleted' ? 'acquired' : BUSY,
      );
    },
  );

  it('uses the clock of the server', async () => {
    const store = postgresStore(pool);
    const now = Date.now;
    Date.now = () => now() + 864_000_000;
    try {
      await inOneBatch(store, () => ['t1', 't2'].map((key) => store.claim(key, 'a', MINUTE)));
      const again = ['t1', 't2'].map((key) => store.claim(key, 'b', MINUTE));
      expect(await Promise.all(again)).toEqual([BUSY, BUSY]);
    } finally {
      Date.now = now;
    }
  });

  it('that stalls delays only its own claims', async () => {
    let stalls = true;
    const spied = spyOn(pool, () => {
      if (!stalls) return undefined;
      stalls = false;
      return new Promise(() => {});
    });
    const store = postgresStore<PoolClient>(spied.pool);
    store.claim('stalled', 'a', MINUTE).catch(() => {});
    const after = ['h1', 'h2', 'h3'].map((key) => store.claim(key, 'a', MINUTE));
    expect(await Promise.all(after)).toEqual(['acquired', 'acquired', 'acquired']);
  });

  it('reaches its rows by the primary key, with a plan made for an empty table', async () => {
    await postgresStore(pool, { table: 'planned' }).migrate();
    const connection = await pool.connect();
    await connection.query('SET plan_cache_mode = force_generic_plan');
    for (const [name, text] of Object.entries(batchClaimStatements('planned'))) {
      await connection.query(`PREPARE planned_${name} (text, text, text) AS ${text}`);
      const { rows } = await connection.query(
        `EXPLAIN EXECUTE planned_${name} ('{a}', '{b}', '{1}')`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Scan using planned_pkey');
      expect(plan).not.toContain('Seq Scan');
    }
    connection.release(true);
  });
});
