import postgres from 'postgres';
import { storeContractSuite } from 'screening-webhooks-test-support/stores/contract-suites';
import { beforeAll } from 'vitest';
import { type PostgresStore, postgresStore } from '../src/index.js';
import { describeOnServer, type TestDatabase, useTestDatabase } from './support/server.js';

function keepsTheContract({ admin, lock }: TestDatabase, store: () => PostgresStore): void {
  storeContractSuite(
    store,
    async (ms) => {
      await admin(
        `UPDATE screening_webhook_claims SET expires_at = expires_at - interval '${ms} ms'`,
      );
    },
    (key) => lock(`SELECT FROM screening_webhook_claims WHERE key = '${key}' FOR UPDATE`),
  );
}

describeOnServer('a pool of pg keeps the contract of stores', () => {
  let store: PostgresStore;
  const database = useTestDatabase(async ({ pool }) => {
    store = postgresStore(pool());
    await store.migrate();
  });
  keepsTheContract(database, () => store);
});

describeOnServer('postgres.js keeps the contract of stores', () => {
  const database = useTestDatabase();
  let store: PostgresStore;
  beforeAll(async () => {
    const sql = postgres(database.url, { onnotice: () => {} });
    store = postgresStore(sql);
    await store.migrate();
    return () => sql.end();
  });
  keepsTheContract(database, () => store);
});
