import type { InboxOptions } from '@screening-webhooks/core';
import { Cluster, Redis } from 'ioredis';
import { createClient, createClientPool, createCluster, createSentinel, RESP_TYPES } from 'redis';
import { describe, expect, it, vi } from 'vitest';
import { type RedisInboxOptions, redisInbox } from '../src/inbox/index.js';
import { redisStore } from '../src/index.js';

// These clients never connect.

describe('redisStore throws at construction', () => {
  const offline = new Redis({ lazyConnect: true });
  const pipeline = offline.pipeline();
  it.each([
    ['nothing', undefined, 'expected a Redis client, got undefined'],
    ['a URL', 'redis://127.0.0.1', 'new Redis(…)'],
    ['an object of another kind', { get() {}, set() {} }, 'neither an ioredis nor a node-redis'],
    ['a pipeline', pipeline, 'only queues commands'],
    ['a promise of a client', Promise.resolve(offline), 'Await it first'],
    ['a legacy client', createClient().legacy(), 'legacy mode'],
    ['a MULTI', createClient().multi(), 'only queues commands'],
  ])('for %s', (_what, client, message) => {
    expect(() => redisStore(client as never)).toThrow(TypeError);
    expect(() => redisStore(client as never)).toThrow(message);
  });
  it.each([0, -1, Number.NaN, Infinity])('for a timeout of %s', (timeout) => {
    expect(() => redisStore(offline, { timeout })).toThrow('timeout: expected milliseconds');
  });
  it('for a prefix that is not a string', () => {
    expect(() => redisStore(offline, { prefix: 1 as never })).toThrow('prefix: expected a string');
  });
  it('accepts a client that has not connected yet', () => {
    expect(() => redisStore(offline)).not.toThrow();
    expect(() => redisStore(createClient())).not.toThrow();
  });
});

describe('a client that maps replies, or a proxy that invents them', () => {
  const replying = (reply: unknown) =>
    redisStore({
      status: 'ready',
      set: async () => null,
      evalsha: async () => reply,
      eval: async () => reply,
    });

  it.each([0, '0', 0n])('%o acquires the claim', async (reply) => {
    expect(await replying(reply).claim('key', 'owner', 60_000)).toBe('acquired');
  });
  it.each([null, undefined, '', ' ', false, [], [0], {}, 'OK', '0x0', 0.5, Number.NaN])(
    '%o is not a valid reply: the operation rejects',
    async (reply) => {
      await expect(replying(reply).claim('key', 'owner', 60_000)).rejects.toThrow(
        'something other than a number',
      );
      await expect(replying(reply).commit('key', 'owner', 60_000)).rejects.toThrow(TypeError);
    },
  );
});

it('claims nothing where it may not run scripts, without which it could not commit', async () => {
  const set = vi.fn(async () => 'OK');
  const refuses = async (): Promise<never> => {
    throw new Error("NOPERM this user has no permissions to run the 'evalsha' command");
  };
  const store = redisStore({ status: 'ready', set, evalsha: refuses, eval: refuses });
  for (let tries = 0; tries < 2; tries += 1) {
    await expect(store.claim('k', 'a', 1000)).rejects.toThrow('NOPERM');
  }
  expect(set).not.toHaveBeenCalled();
});

describe('redisInbox throws at construction', () => {
  const connection = new Redis({ lazyConnect: true, maxRetriesPerRequest: null });
  it('for an ioredis client that gives up', () => {
    const client = new Redis({ lazyConnect: true });
    expect(() => redisInbox({ connection: client })).toThrow('maxRetriesPerRequest: null');
  });
  it.each([
    ['commandTimeout', { commandTimeout: 60_000, stringNumbers: false }],
    ['stringNumbers', { stringNumbers: true }],
  ] as const)('for an ioredis client with %s, and for a cluster of it', (name, options) => {
    const redisOptions = { ...options, lazyConnect: true, maxRetriesPerRequest: null };
    for (const client of [
      new Redis(redisOptions),
      new Cluster([{ host: '127.0.0.1', port: 1 }], { lazyConnect: true, redisOptions }),
    ]) {
      expect(() => redisInbox({ connection: client })).toThrow(
        new RegExp(`^connection: .* without ${name}\\.$`),
      );
    }
  });
  it('for a client of node-redis that maps types', () => {
    const typeMapping = { [RESP_TYPES.BLOB_STRING]: Buffer };
    for (const client of [
      createClient({ commandOptions: { typeMapping } }),
      createClient().withTypeMapping(typeMapping),
    ]) {
      expect(() => redisInbox({ connection: client })).toThrow(/without typeMapping\.$/);
    }
  });
  it('for a cluster of ioredis that gives up', () => {
    const client = new Cluster([{ host: '127.0.0.1', port: 1 }], {
      lazyConnect: true,
      redisOptions: { maxRetriesPerRequest: 5 },
    });
    expect(() => redisInbox({ connection: client })).toThrow('maxRetriesPerRequest: null');
  });
  it.each([
    ['cluster', createCluster({ rootNodes: [] })],
    ['pool', createClientPool()],
    ['sentinel', createSentinel({ name: 'primary', sentinelRootNodes: [{ host: 'a', port: 1 }] })],
  ])('for a %s of node-redis', (_kind, client) => {
    expect(() => redisInbox({ connection: client as never })).toThrow(TypeError);
    expect(() => redisInbox({ connection: client as never })).toThrow('use ioredis: new Cluster(');
  });
  it('for a value that is not a client', () => {
    const options = { host: '127.0.0.1', port: 6379 };
    expect(() => redisInbox({ connection: options as never })).toThrow('new Redis(…)');
  });
  it.each<[string, Partial<RedisInboxOptions>]>([
    ['attempts', { attempts: 0 }],
    ['attempts', { attempts: 1.5 }],
    ['backoff', { backoff: -1 }],
    ['maxBackoff', { maxBackoff: Number.NaN }],
    ['retention', { retention: 0 }],
    ['lease', { lease: Infinity }],
    ['timeout', { timeout: 0 }],
    ['orderBy', { orderBy: 'id' as InboxOptions['orderBy'] & string }],
  ])('for a malformed %s', (option, options) => {
    expect(() => redisInbox({ connection, ...options })).toThrow(`${option}: expected`);
  });
});
