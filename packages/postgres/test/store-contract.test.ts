import { PGlite } from '@electric-sql/pglite';
import { dedupeStoreContract } from '@screening-webhooks/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type PostgresStore, postgresStore } from '../src/index.js';
import { createTestDatabase, describeOnServer } from './support/server.js';
import { sleep } from './support/sleep.js';

// Long enough for fifty claims on a busy machine. The cases run side by side, so that they wait side by side.
const lease = 4000;

function keepsTheContract(store: () => PostgresStore): void {
  for (const { name, run } of dedupeStoreContract({ create: store, wait: sleep, lease })) {
    it.concurrent(name, run, 30_000);
  }
}

describeOnServer('a pool of pg keeps the contract of stores', () => {
  let store: PostgresStore;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const pool = database.pool();
    store = postgresStore(pool);
    await store.migrate();
    // Opening ten connections is no part of a claim.
    await Promise.all(Array.from({ length: 10 }, () => pool.query('SELECT pg_sleep(0.1)')));
  });
  keepsTheContract(() => store);
});

describeOnServer('postgres.js keeps the contract of stores', () => {
  let store: PostgresStore;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.url, { onnotice: () => {} });
    store = postgresStore(sql);
    await store.migrate();
    await Promise.all(Array.from({ length: 10 }, () => sql`SELECT pg_sleep(0.1)`));
    return () => sql.end();
  });
  keepsTheContract(() => store);
});

describe('PGlite keeps the contract of stores', () => {
  const pglite = new PGlite();
  const store = postgresStore(pglite);
  beforeAll(() => store.migrate(), 30_000);
  afterAll(() => pglite.close());
  keepsTheContract(() => store);
});
