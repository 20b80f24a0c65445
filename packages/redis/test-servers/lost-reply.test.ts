import type { DedupeStore } from '@screening-webhooks/core';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { until } from 'screening-webhooks-test-support/until';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { redisStore } from '../src/index.js';
import { deleteKeys, type OpenClient } from './support/clients.js';
import { describeOnEachClient, describeOnRedis, useRedis } from './support/on-redis.js';
import { type FaultyProxy, startProxy } from './support/proxy.js';

const LEASE = 600_000;

describeOnEachClient(
  'when the connection breaks after an operation and before its reply, on %s',
  (_library, open) => {
    const { connection, prefix } = useRedis();
    const other = redisStore(connection, { prefix, timeout: 60_000 });
    let proxy: FaultyProxy;
    let opened: OpenClient;
    let store: DedupeStore;
    beforeEach(async () => {
      proxy = await startProxy({ host: '127.0.0.1', port: 6379 });
      opened = await open(proxy.port);
      store = redisStore(opened.client, { prefix, timeout: 60_000 });
      // The server learns the scripts. The reply that is lost must be that of an operation, not that it knows no script.
      for (const owner of ['a', 'b']) await other.claim('warm-up', owner, LEASE);
      await other.extend('warm-up', 'a', LEASE);
      await other.release('warm-up', 'b');
      await other.commit('warm-up', 'a', LEASE);
    });
    afterEach(async () => {
      await opened.close();
      await proxy.close();
      await deleteKeys(connection, prefix);
    });

    it('a claim is acquired, with its whole lease', async () => {
      proxy.dropReplyTo('claimed');
      expect(await store.claim('claimed', 'a', LEASE)).toBe('acquired');
      expect(proxy.hasDropped()).toBe(true);
      expect(await other.claim('claimed', 'b', LEASE)).toMatchObject({
        busyForMs: expect.any(Number),
      });
    });

    it('an extension is true', async () => {
      await store.claim('extended', 'a', 60_000);
      proxy.dropReplyTo('extended');
      expect(await store.extend('extended', 'a', LEASE)).toBe(true);
      expect(proxy.hasDropped()).toBe(true);
    });

    it('a commit is true, and the event is done', async () => {
      await store.claim('committed', 'a', LEASE);
      proxy.dropReplyTo('committed');
      expect(await store.commit('committed', 'a', LEASE)).toBe(true);
      expect(proxy.hasDropped()).toBe(true);
      expect(await other.claim('committed', 'b', LEASE)).toBe('done');
    });

    it('a release is true, and the event is free', async () => {
      await store.claim('released', 'a', LEASE);
      proxy.dropReplyTo('released');
      expect(await store.release('released', 'a')).toBe(true);
      expect(proxy.hasDropped()).toBe(true);
      expect(await other.claim('released', 'b', LEASE)).toBe('acquired');
    });
  },
);

describeOnRedis('a store', () => {
  const { connection, prefix } = useRedis();
  const store = redisStore(connection, { prefix, timeout: 60_000 });
  afterEach(() => deleteKeys(connection, prefix));

  it('finds an id done that an earlier version has committed', async () => {
    await connection.set(`${prefix}k`, '1', 'PX', LEASE);
    expect(await store.claim('k', 'a', LEASE)).toBe('done');
    expect(await store.commit('k', 'a', LEASE)).toBe(false);
  });

  it('keeps the claim that it makes after an earlier one has timed out', async () => {
    const late = deferred();
    let claims = 0;
    const slow = redisStore(
      {
        status: 'ready',
        evalsha: (sha: string, keys: number, ...args: string[]) =>
          connection.evalsha(sha, keys, ...args),
        eval: (script: string, keys: number, ...args: string[]) =>
          connection.eval(script, keys, ...args),
        set: async (key: string, value: string, expiry: 'PX', ms: number, condition: 'NX') => {
          claims += 1;
          if (claims === 1) await late.promise;
          return connection.set(key, value, expiry, ms, condition);
        },
      },
      { prefix, timeout: 500 },
    );
    // The first claim is a script, which shows that scripts run.
    await slow.claim('first', 'a', LEASE);
    await expect(slow.claim('k', 'a', LEASE)).rejects.toThrow('did not answer within 500 ms');
    await until(async () => {
      try {
        return (await slow.claim('k', 'a', LEASE)) === 'acquired';
      } catch {
        return false;
      }
    });
    late.resolve();
    // The late claim now asks twice. Its release would come after that, on the same connection.
    for (let commands = 0; commands < 5; commands += 1) await connection.ping();
    expect(await store.claim('k', 'b', LEASE)).toMatchObject({ busyForMs: expect.any(Number) });
  });
});
