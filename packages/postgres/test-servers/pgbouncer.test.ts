import type { EventEnvelope, Handler } from '@screening-webhooks/core';
import { Pool } from 'pg';
import postgres, { type Options } from 'postgres';
import { beforeAll, describe, expect, it } from 'vitest';
import { transactional } from '../src/index.js';
import { newEvent, run, useEffectsDatabase } from './support/effect-runs.js';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from './support/pgbouncer.js';
import { describeOnServer } from './support/server.js';

describe.skipIf(!hasPgBouncer)('behind a PgBouncer that does not track prepared statements', () => {
  describeOnServer('transactional', () => {
    const database = useEffectsDatabase();
    let bouncer: PgBouncer;
    beforeAll(async () => {
      bouncer = await startPgBouncer(new URL(database.url).pathname.slice(1), 3);
      return () => bouncer.stop();
    });

    /** Runs the handler for many events at once. Resolves with the ids of those that it reported as done. */
    async function idsDone(handler: Handler<EventEnvelope>): Promise<string[]> {
      const events = Array.from({ length: 60 }, newEvent);
      const runs = await Promise.allSettled(events.map((event) => run(handler, event)));
      const ids = events.map(({ id }) => id);
      return ids.filter((_, index) => runs[index]?.status === 'fulfilled');
    }
    const written = async (ids: readonly string[]) => {
      const rows = await database.admin('SELECT event FROM effects WHERE event = ANY ($1)', [ids]);
      return rows.map(({ event }) => event).sort();
    };
    const connect = (options: Options<Record<string, never>>) =>
      postgres(bouncer.url, { max: 8, onnotice: () => {}, fetch_types: false, ...options });

    it('with postgres.js, whose client prepares, no run is done whose COMMIT was a ROLLBACK', async () => {
      const sql = connect({});
      const handler = transactional(sql, async ({ id }: EventEnvelope, { tx }) => {
        await tx`INSERT INTO effects VALUES (${id})`;
      });
      const done = await idsDone(handler);
      expect(await written(done)).toEqual([...done].sort());
      await sql.end({ timeout: 0 });
    });

    it('with postgres.js and prepare: false on both sides, every run is done', async () => {
      const sql = connect({ prepare: false });
      const handler = transactional(
        sql,
        async ({ id }: EventEnvelope, { tx }) => {
          await tx`INSERT INTO effects VALUES (${id})`;
        },
        { prepare: false },
      );
      const done = await idsDone(handler);
      expect(done).toHaveLength(60);
      expect(await written(done)).toEqual([...done].sort());
      await sql.end({ timeout: 0 });
    });

    it('with pg and prepare: false, every run is done', async () => {
      const pool = new Pool({ connectionString: bouncer.url, max: 8 });
      pool.on('error', () => {});
      const handler = transactional(
        pool,
        ({ id }: EventEnvelope, { tx }) => tx.query('INSERT INTO effects VALUES ($1)', [id]),
        { prepare: false },
      );
      const done = await idsDone(handler);
      expect(done).toHaveLength(60);
      expect(await written(done)).toEqual([...done].sort());
      await pool.end();
    });
  });
});
