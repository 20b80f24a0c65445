import type Database from 'libsql';
import { expectStoreMatchesModel } from 'screening-webhooks-test-support/store-model';
import { storeContractSuite } from 'screening-webhooks-test-support/stores/contract-suites';
import { beforeAll, describe, it } from 'vitest';
import { type SqliteStore, sqliteStore } from '../src/index.js';
import { useFile } from './support/file.js';

// The clock of the machine cannot be moved, so everything in the table gets older instead.
const AGE = 'UPDATE screening_webhook_claims SET ends_at = ends_at -';

describe('sqliteStore keeps the contract of dedupe stores', () => {
  const { open } = useFile();
  let database: Database.Database;
  let store: SqliteStore;
  beforeAll(async () => {
    database = open();
    // As an app may have it, for its own columns.
    database.defaultSafeIntegers(true);
    store = sqliteStore(database);
    await store.migrate();
    await store.migrate();
  });
  const age = async (ms: number): Promise<void> => void database.exec(`${AGE} ${Math.ceil(ms)}`);

  storeContractSuite(() => store, age);

  it('under random operations of two owners', async () => {
    await expectStoreMatchesModel(async () => {
      database.exec('DELETE FROM screening_webhook_claims');
      return { store, wait: age };
    }, 40);
  });
});
