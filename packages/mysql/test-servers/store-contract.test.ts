import { createPool } from 'mysql2';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { expectStoreMatchesModel } from 'screening-webhooks-test-support/store-model';
import { storeContractSuite } from 'screening-webhooks-test-support/stores/contract-suites';
import { expect, it, onTestFinished } from 'vitest';
import { type MysqlStore, mysqlStore } from '../src/index.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

const LEASE = 600_000;

describeOnServer('mysqlStore keeps the contract of dedupe stores', () => {
  let store: MysqlStore;
  const database = useTestDatabase(async ({ pool }) => {
    store = mysqlStore(pool());
    await store.migrate();
  });

  // The server's clock cannot be moved, so everything in the table gets older instead.
  const age = async (ms: number): Promise<void> => {
    await database.admin(
      `UPDATE screening_webhook_claims SET expires_at = expires_at - ${Math.ceil(ms * 1000)}`,
    );
  };
  storeContractSuite(
    () => store,
    age,
    (key) => database.lock(`SELECT 1 FROM screening_webhook_claims WHERE claim_key = '${key}'`),
  );

  it('under random operations of two owners', async () => {
    await expectStoreMatchesModel(async () => {
      await database.admin('DELETE FROM screening_webhook_claims');
      return { store, wait: age };
    }, 10);
  });

  it('with a pool of callbacks', async () => {
    const pool = createPool({ ...MYSQL, database: database.name });
    onTestFinished(() => void pool.promise().end());
    const other = mysqlStore(pool);
    expect(await other.claim('callbacks', 'a', LEASE)).toBe('acquired');
    expect(await other.commit('callbacks', 'a', LEASE)).toBe(true);
    expect(await store.claim('callbacks', 'b', LEASE)).toBe('done');
  });
});
