import { fixture } from '@screening-webhooks/testing';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { postgresStore, recordEffect, transactional } from '../src/index.js';
import { createTestDatabase, describeOnServer, type TestDatabase } from './support/server.js';

const effects = pgTable('effects', { event: text('event') });
const context = { signal: new AbortController().signal, framework: undefined };

describeOnServer('effects happen exactly once', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await postgresStore(database.pool()).migrate();
    await database.admin('CREATE TABLE effects (event text)');
  });

  it('through Drizzle, on the connection of the transaction', async () => {
    const write = transactional(database.pool(), async ({ id }, { tx }) => {
      await drizzle(tx).insert(effects).values({ event: id });
    });
    const event = fixture('document_verification.recorded', { id: 'evt_drizzle' });
    await write(event, context);
    await write(event, context);
    const rows = await database.admin(`SELECT * FROM effects WHERE event = 'evt_drizzle'`);
    expect(rows).toHaveLength(1);
  });

  it('through Kysely, in a transaction that Kysely opens', async () => {
    const db = new Kysely<{ effects: { event: string } }>({
      dialect: new PostgresDialect({ pool: database.pool() }),
    });
    const event = fixture('document_verification.recorded', { id: 'evt_kysely' });
    const write = () =>
      db.transaction().execute(async (tx) => {
        const query = (sql: string, values: unknown[]) =>
          tx.executeQuery(CompiledQuery.raw(sql, values));
        if (!(await recordEffect(query, event))) return;
        await tx.insertInto('effects').values({ event: event.id }).execute();
      });
    await write();
    await write();
    const rows = await database.admin(`SELECT * FROM effects WHERE event = 'evt_kysely'`);
    expect(rows).toHaveLength(1);
  });
});
