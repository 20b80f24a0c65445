import type { DedupeStore, Inbox, WorkableInbox } from '@screening-webhooks/core';
import { Cluster, Redis } from 'ioredis';
import { createClient, createClientPool, createCluster, createSentinel } from 'redis';
import { expectTypeOf, test } from 'vitest';
import { redisInbox } from '../src/inbox/index.js';
import { redisStore } from '../src/index.js';

test('redisStore accepts the clients of both libraries', () => {
  expectTypeOf(redisStore(new Redis())).toExtend<DedupeStore>();
  redisStore(new Redis('redis://127.0.0.1', { maxRetriesPerRequest: 1 }));
  redisStore(new Cluster(['redis://127.0.0.1']));
  redisStore(createClient());
  redisStore(createClient({ RESP: 2 }));
  redisStore(createClientPool());
  redisStore(createCluster({ rootNodes: [] }));
  redisStore(createSentinel({ name: 'primary', sentinelRootNodes: [] }));
  // @ts-expect-error TS2345: a URL is not a client
  redisStore('redis://127.0.0.1');
  // @ts-expect-error TS2345: options are not a client
  redisStore({ host: '127.0.0.1' });
  // @ts-expect-error TS2345: a promise is not a client
  redisStore(createClient().connect());
});

test('redisInbox is an inbox with workers', () => {
  const inbox = redisInbox({ connection: new Redis({ maxRetriesPerRequest: null }) });
  expectTypeOf(inbox).toExtend<WorkableInbox>();
  expectTypeOf(inbox).toExtend<Inbox>();
  redisInbox({ connection: createClient(), orderBy: 'integrationId' });
  // @ts-expect-error TS2322: an unknown field
  redisInbox({ connection: createClient(), orderBy: 'candidateId' });
  // @ts-expect-error TS2345: a client is required
  redisInbox({});
});
