import { dedupeStoreContract } from '@screening-webhooks/testing';
import postgres from 'postgres';
import { expectStoreOfModel } from 'screening-webhooks-test-support/store-model';
import { beforeAll, describe, it } from 'vitest';
import { type PostgresClient, type PostgresStore, postgresStore } from '../src/index.js';
import { openPglite } from './support/open-pglite.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

// No lease ends by itself while a case runs, however slow the machine is.
const LEASE = 600_000;

interface StoreUnderTest {
  readonly store: PostgresStore;
  /** Runs one statement, outside the store. */
  readonly run: (text: string) => Promise<unknown>;
}

async function open(
  client: PostgresClient,
  run: (text: string) => Promise<unknown>,
): Promise<StoreUnderTest> {
  const store = postgresStore(client);
  await store.migrate();
  return { store, run };
}

// The server's clock cannot be moved, so everything in the table gets older instead.
async function age({ run }: StoreUnderTest, ms: number): Promise<void> {
  await run(`UPDATE screening_webhook_claims SET expires_at = expires_at - interval '${ms} ms'`);
}

function keepsTheContract(
  underTest: () => StoreUnderTest,
  lock?: (text: string) => Promise<() => Promise<unknown>>,
): void {
  const contract = dedupeStoreContract({
    lease: LEASE,
    create: () => underTest().store,
    wait: (ms) => age(underTest(), ms),
    ...(lock && {
      lock: (key) => lock(`SELECT FROM screening_webhook_claims WHERE key = '${key}' FOR UPDATE`),
    }),
  });
  // One after the other: a wait ages the keys of all cases.
  for (const { name, run } of contract) it(name, run);
}

describeOnServer('a pool of pg keeps the contract of stores', () => {
  let underTest: StoreUnderTest;
  const database = useTestDatabase(
    async ({ pool, admin }) => (underTest = await open(pool(), admin)),
  );
  keepsTheContract(() => underTest, database.lock);
});

describeOnServer('postgres.js keeps the contract of stores', () => {
  const database = useTestDatabase();
  let underTest: StoreUnderTest;
  beforeAll(async () => {
    const sql = postgres(database.url, { onnotice: () => {} });
    underTest = await open(sql, database.admin);
    return () => sql.end();
  });
  keepsTheContract(() => underTest, database.lock);
});

describe('PGlite keeps the contract of stores', () => {
  let underTest: StoreUnderTest;
  beforeAll(async () => {
    const pglite = await openPglite();
    underTest = await open(pglite, (text) => pglite.exec(text));
    return () => pglite.close();
  });
  keepsTheContract(() => underTest);

  it('under random operations of two owners', async () => {
    await expectStoreOfModel(async () => {
      await underTest.run('TRUNCATE screening_webhook_claims');
      return { store: underTest.store, wait: (ms) => age(underTest, ms) };
    }, 40);
  });
});
