import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dedupeStoreContract } from '@screening-webhooks/testing';
import { expectStoreMatchesModel } from 'screening-webhooks-test-support/store-model';
import { describe, it, vi } from 'vitest';
import { dynamoStore } from '../../src/dynamodb/index.js';
import { tableName, useDynamo } from '../support/dynamo.js';

// The milliseconds by which a lease in the table outlasts the lease of its owner.
const GRACE = 4000;

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000 });

describe('dynamoStore keeps the contract of dedupe stores', () => {
  const dynamo = useDynamo();
  const options = { tableName, now: dynamo.now, maxClockSkew: GRACE / 2, timeout: 60_000 };
  let client: DynamoDBClient | undefined;
  const create = () => {
    client ??= dynamo.client();
    return dynamoStore(client, options);
  };

  // A lease that is longer than the time that the store adds, so that few requests wait it out.
  const cases = dedupeStoreContract({ create, wait: dynamo.wait, lease: 10_000 });
  // Not concurrent, because a wait moves the time of all keys.
  it.each(cases)('$name', ({ run }) => run());

  it('under random operations of two owners', async () => {
    let runs = 0;
    await expectStoreMatchesModel(() => {
      runs += 1;
      const store = create();
      const ofRun = (key: string): string => `${runs}:${key}`;
      return {
        store: {
          // The model does not know the time that is added for clock skew.
          claim: (key, owner, ms) => store.claim(ofRun(key), owner, ms - GRACE),
          extend: (key, owner, ms) => store.extend(ofRun(key), owner, ms - GRACE),
          commit: (key, ...rest) => store.commit(ofRun(key), ...rest),
          release: (key, ...rest) => store.release(ofRun(key), ...rest),
        },
        wait: dynamo.wait,
      };
    }, 10);
  });
});
