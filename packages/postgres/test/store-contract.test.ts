import type { PGlite } from '@electric-sql/pglite';
import { expectStoreMatchesModel } from 'screening-webhooks-test-support/store-model';
import { storeContractSuite } from 'screening-webhooks-test-support/stores/contract-suites';
import { beforeAll, describe, it } from 'vitest';
import { type PostgresStore, postgresStore } from '../src/index.js';
import { borrowPglite, withOtherParsers } from './support/open-pglite.js';

describe('PGlite keeps the contract of stores', () => {
  let pglite: PGlite;
  let store: PostgresStore;
  beforeAll(async () => {
    const borrowed = await borrowPglite();
    ({ pglite } = borrowed);
    store = postgresStore(pglite);
    await store.migrate();
    return borrowed.giveBack;
  });
  const age = async (ms: number) => {
    await pglite.exec(
      `UPDATE screening_webhook_claims SET expires_at = expires_at - interval '${ms} ms'`,
    );
  };

  describe('with parsers and serializers of the app', () => {
    beforeAll(() => withOtherParsers(pglite));
    storeContractSuite(() => store, age);
  });

  it('under random operations of two owners', async () => {
    await expectStoreMatchesModel(async () => {
      await pglite.exec('TRUNCATE screening_webhook_claims');
      return { store, wait: age };
    }, 40);
  });
});
