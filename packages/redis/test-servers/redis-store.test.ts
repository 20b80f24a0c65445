import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { redisStore } from '../src/index.js';
import { openClients, openIoredis, openNodeRedis } from './support/clients.js';
import { describeOnRedis, useRedis } from './support/on-redis.js';
import { startRedisServer } from './support/redis-server.js';

describeOnRedis('redisStore', () => {
  const { connection, prefix } = useRedis();
  const store = redisStore(connection, { prefix, timeout: 60_000 });

  it('throws for an ioredis client in subscriber mode, and says how to get another client', async () => {
    // With RESP 3, the default of ioredis 6, a subscriber may send any other command.
    const subscriber = new Redis({ protocol: 2 });
    await subscriber.subscribe(`${prefix}channel`);
    expect(() => redisStore(subscriber)).toThrow('client.duplicate()');
    subscriber.disconnect();
  });
  it('throws for a node-redis client in subscriber mode', async () => {
    const { client, close } = await openNodeRedis();
    await client.subscribe(`${prefix}channel`, () => {});
    expect(() => redisStore(client)).toThrow('client.duplicate()');
    await close();
  });

  it.each(Object.entries(openClients))(
    'works on %s when the server does not know the scripts',
    async (library, open) => {
      const { client, close } = await open();
      const store = redisStore(client, { prefix: `${prefix}${library}:`, timeout: 60_000 });
      await connection.script('FLUSH');
      expect(await store.claim('k', 'a', 60_000)).toBe('acquired');
      await connection.script('FLUSH');
      expect(await store.extend('k', 'a', 60_000)).toBe(true);
      await connection.script('FLUSH');
      expect(await store.commit('k', 'a', 60_000)).toBe(true);
      expect(await store.claim('k', 'b', 60_000)).toBe('done');
      await close();
    },
  );

  it.each(Object.entries(openClients))(
    'sends one command per operation on %s, and a second one for a claim that is not free',
    async (_, open) => {
      // Its own, because MONITOR shows the commands of all clients.
      const server = await startRedisServer();
      const observer = await openIoredis(server.socketPath);
      const { client, close } = await open(server.socketPath);
      const store = redisStore(client, { prefix, timeout: 60_000 });
      const key = randomUUID();
      await store.claim(`${key}-warm-up`, 'a', 60_000);
      await store.claim(`${key}-warm-up`, 'b', 60_000);
      await store.extend(`${key}-warm-up`, 'a', 60_000);
      await store.commit(`${key}-warm-up`, 'a', 60_000);
      await store.release(`${key}-warm-up`, 'a');
      const seen: string[][] = [];
      const monitor = await observer.client.monitor();
      monitor.on('monitor', (_time: string, args: string[], source: string) => {
        if (source !== 'lua' && args.some((arg) => arg.includes(key))) seen.push(args);
      });
      await store.claim(key, 'a', 60_000);
      await store.claim(key, 'b', 60_000);
      await store.extend(key, 'a', 60_000);
      await store.commit(key, 'a', 60_000);
      await store.release(key, 'a');
      await observer.client.get(`${key} end`);
      await expect.poll(() => seen.length, { timeout: 60_000 }).toBe(7);
      monitor.disconnect();
      expect(seen.slice(0, 6).map(([command]) => command?.toLowerCase())).toEqual([
        'set',
        ...['set', 'evalsha'],
        ...['evalsha', 'evalsha', 'evalsha'],
      ]);
      // One key each, so that Redis Cluster can send the operation to the node that has the key.
      const scripts = seen.filter(([command]) => command?.toLowerCase() === 'evalsha');
      expect(scripts.map((args) => args[2])).toEqual(Array(4).fill('1'));
      await Promise.all([close(), observer.close()]);
      await server.kill();
    },
  );

  it('keeps done ids for the retention', async () => {
    await store.claim('week', 'a', 60_000);
    await store.commit('week', 'a', 604_800_000.5);
    // A commit that is repeated changes nothing.
    await store.commit('week', 'a', 1);
    const left = await connection.pttl(`${prefix}week`);
    expect(left).toBeGreaterThan(604_700_000);
    expect(left).toBeLessThanOrEqual(604_800_001);
  });
  it('keeps done ids forever when the retention is Infinity', async () => {
    await store.claim('forever', 'a', 60_000);
    await store.commit('forever', 'a', Infinity);
    expect(await connection.pttl(`${prefix}forever`)).toBe(-1);
    expect(await store.claim('forever', 'b', 60_000)).toBe('done');
  });
  it('does not mistake an owner for the mark of a done id', async () => {
    await store.claim('odd', '1', 60_000);
    expect(await store.claim('odd', '2', 60_000)).toMatchObject({ busyForMs: expect.any(Number) });
  });
  it('rejects when the key holds a value of another type', async () => {
    await connection.rpush(`${prefix}list`, 'x');
    await expect(store.claim('list', 'a', 60_000)).rejects.toThrow('WRONGTYPE');
  });
});
