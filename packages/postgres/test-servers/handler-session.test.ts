import type { EventEnvelope } from '@screening-webhooks/core';
import type { Pool } from 'pg';
import postgres, { type Sql } from 'postgres';
import { beforeAll, expect, it } from 'vitest';
import { transactional } from '../src/index.js';
import { SESSION, SESSION_CHANGES } from '../test/support/session-changes.js';
import { newEvent, run, useEffectsDatabase } from './support/effect-runs.js';
import { describeOnServer } from './support/server.js';

const PID = 'SELECT pg_backend_pid() AS pid';

/** Runs a handler that changes its session: one that succeeds, and one that fails. */
async function runBoth(
  wrap: (fail: boolean) => ReturnType<typeof transactional<EventEnvelope, unknown>>,
) {
  await run(wrap(false), newEvent());
  await expect(run(wrap(true), newEvent())).rejects.toThrow('afterwards');
}

describeOnServer(
  'what a handler does to its session ends with it, and what the app does stays',
  () => {
    const database = useEffectsDatabase();
    let pool: Pool;
    let sql: Sql;
    beforeAll(() => {
      pool = database.pool({ max: 1 });
      pool.on('connect', (client) => {
        void client.query("SET statement_timeout = '41s'; SET app.pool = 'of the app'");
      });
      sql = postgres(database.url, {
        max: 1,
        onnotice: () => expect.unreachable('a notice'),
        connection: { statement_timeout: 41_000, 'app.pool': 'of the app' },
      });
      return () => sql.end();
    });

    it.each([...SESSION_CHANGES, 'LISTEN nowhere', 'PREPARE kept AS SELECT 1'])(
      'pg: %s',
      async (text) => {
        const before = (await pool.query(SESSION)).rows;
        await runBoth((fail) =>
          transactional(pool, async (_event, { tx }) => {
            await tx.query(text);
            if (fail) throw new Error('afterwards');
          }),
        );
        expect((await pool.query(SESSION)).rows).toEqual(before);
        expect(
          (
            await pool.query(`SELECT name FROM pg_prepared_statements WHERE name = 'kept'
      UNION SELECT pg_listening_channels()`)
          ).rows,
        ).toEqual([]);
      },
    );

    it.each([...SESSION_CHANGES, 'LISTEN nowhere'])('postgres.js: %s', async (text) => {
      const [{ pid }] = await sql.unsafe<[{ pid: number }]>(PID);
      const before = [...(await sql.unsafe(SESSION))];
      await runBoth((fail) =>
        transactional(sql, async (_event, { tx }) => {
          await tx.unsafe(text).simple();
          if (fail) throw new Error('afterwards');
        }),
      );
      expect([...(await sql.unsafe(SESSION))]).toEqual(before);
      expect([...(await sql`SELECT pg_listening_channels()`)]).toEqual([]);
      expect([...(await sql.unsafe(PID))]).toEqual([{ pid }]);
    });

    it('a connection is kept when its handler leaves nothing behind', async () => {
      const { rows } = await pool.query(PID);
      for (const text of [
        "SET LOCAL TIME ZONE 'Asia/Tokyo'",
        'SET CONSTRAINTS ALL IMMEDIATE',
        'SELECT pg_advisory_xact_lock(7)',
        "UPDATE effects SET event = 'set' WHERE false",
      ]) {
        await run(
          transactional(pool, (_event, { tx }) => tx.query(text)),
          newEvent(),
        );
      }
      expect((await pool.query(PID)).rows).toEqual(rows);
    });
  },
);
