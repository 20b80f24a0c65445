import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { type PostgresStore, postgresStore, transactional } from '../src/index.js';
import { newEvent, run } from './support/effect-runs.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

const DEFAULTS = [
  ['default_transaction_isolation', 'repeatable read'],
  ['default_transaction_isolation', 'serializable'],
  ['search_path', 'elsewhere, public'],
  ['statement_timeout', '5s'],
  ['standard_conforming_strings', 'off'],
] as const;

describe.each(DEFAULTS)('with the default of %s set to %s', (name, value) => {
  describeOnServer('a store', () => {
    let store: PostgresStore;
    let pool: Pool;
    useTestDatabase(async (database) => {
      const [row] = await database.admin('SELECT current_database() AS name');
      const list = name === 'search_path' ? value : `'${value}'`;
      await database.admin(`ALTER DATABASE ${row?.['name']} SET ${name} = ${list}`);
      pool = database.pool({ max: 8 });
      await pool.query('CREATE SCHEMA elsewhere');
      await pool.query('CREATE TABLE effects (event text)');
      store = postgresStore(pool);
      await Promise.all([store.migrate(), postgresStore(pool).migrate()]);
    });

    it('grants a new and an expired key once, and answers the others', async () => {
      for (let round = 0; round < 3; round += 1) {
        const keys = [`new ${round}`, `expired ${round}`];
        await store.claim(`expired ${round}`, 'gone', 1);
        await pool.query('SELECT pg_sleep(0.002)');
        for (const key of keys) {
          // Each claim in a store of its own, so that they are not sent as one statement.
          const claims = await Promise.all(
            Array.from({ length: 12 }, (_, index) =>
              postgresStore(pool).claim(key, `o${index}`, MINUTE),
            ),
          );
          expect(claims.filter((claim) => claim === 'acquired')).toHaveLength(1);
          const others = claims.filter((claim) => claim !== 'acquired');
          expect(others).toEqual(Array(11).fill({ busyForMs: expect.any(Number) }));
        }
      }
    });

    it('commits, extends, releases and cleans up beside each other', async () => {
      const work = async (index: number): Promise<unknown> => {
        const [own, key, owner] = [postgresStore(pool), `work ${index}`, `o${index}`];
        return [
          await own.claim(key, owner, MINUTE),
          await own.extend(key, owner, MINUTE),
          await own.release(key, owner),
          await own.claim(key, owner, MINUTE),
          ...(await Promise.all([own.commit(key, owner, DAY), own.commit(key, owner, DAY)])),
          await own.claim(key, 'later', MINUTE),
          (await own.cleanUp()).more,
        ];
      };
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));
      const expected = ['acquired', true, true, 'acquired', true, true, 'done', false];
      expect(answers).toEqual(Array(20).fill(expected));
    });

    it('has its effects once', async () => {
      const handler = transactional(pool, async ({ id }, { tx }) => {
        await tx.query('INSERT INTO effects VALUES ($1)', [id]);
        await tx.query('BEGIN');
        // With backslash escapes, a string to its end.
        if (name === 'standard_conforming_strings') await tx.query(`SELECT 'a\\'; COMMIT; --'`);
        await tx.query('COMMIT');
      });
      const event = newEvent();
      await run(handler, event);
      await run(handler, event);
      const { rows } = await pool.query('SELECT 1 FROM effects WHERE event = $1', [event.id]);
      expect(rows).toHaveLength(1);
    });
  });
});
