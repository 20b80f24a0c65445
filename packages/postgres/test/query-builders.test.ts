import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { expect, it } from 'vitest';
import { recordEffect, transactional } from '../src/index.js';
import { newEvent, run, useEffectsDatabase } from './support/effect-runs.js';
import { describeOnServer } from './support/server.js';

const effects = pgTable('effects', { event: text('event') });

describeOnServer('effects happen exactly once', () => {
  const database = useEffectsDatabase();

  it('through Drizzle, on the connection of the transaction', async () => {
    const write = transactional(database.pool(), async ({ id }, { tx }) => {
      await drizzle(tx).insert(effects).values({ event: id });
    });
    const event = newEvent();
    await run(write, event);
    await run(write, event);
    expect(await database.effectsOf(event.id)).toBe(1);
  });

  it('through Kysely, in a transaction that Kysely opens', async () => {
    const db = new Kysely<{ effects: { event: string } }>({
      dialect: new PostgresDialect({ pool: database.pool() }),
    });
    const event = newEvent();
    const write = () =>
      db.transaction().execute(async (tx) => {
        const query = (sql: string, values: unknown[]) =>
          tx.executeQuery(CompiledQuery.raw(sql, values));
        if (!(await recordEffect(query, event))) return;
        await tx.insertInto('effects').values({ event: event.id }).execute();
      });
    await write();
    await write();
    expect(await database.effectsOf(event.id)).toBe(1);
  });
});
