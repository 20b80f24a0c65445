import { createReceiver } from '@screening-webhooks/core';
import { ignoredStateOfFile } from 'screening-webhooks-test-support/kept';
import { requireService } from 'screening-webhooks-test-support/service';
import { until } from 'screening-webhooks-test-support/until';
import { describe, expect, it, onTestFinished } from 'vitest';
import { redisInbox } from '../src/inbox/index.js';
import { redisStore } from '../src/index.js';
import { answerLimit } from '../src/revive.js';
import { createIoredis } from './support/clients.js';
import { deliver, secret } from './support/deliver.js';
import { describeOnEachClient, useRedis } from './support/on-redis.js';
import { startProxy } from './support/proxy.js';
import { findRedisServer } from './support/redis-cluster.js';
import { startRedisServer } from './support/redis-server.js';

// A statement that is never answered keeps its limit of up to a minute.
ignoredStateOfFile.add('Timeout');

const isInstalled = await requireService('redis-server', findRedisServer);
const LEASE = 600_000;
const timeout = 1000;

/** The answer of an operation, or `undefined` if it rejects. */
async function answerOf<T>(operation: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await operation();
  } catch {
    return undefined;
  }
}

describeOnEachClient('when the connection of %s has gone silent', (_library, open) => {
  const { prefix } = useRedis();

  async function openSilent() {
    const proxy = await startProxy({ host: '127.0.0.1', port: 6379 });
    const { client, close } = await open(proxy.port);
    onTestFinished(async () => {
      await close();
      await proxy.close();
    });
    return { proxy, client };
  }

  it('an operation ends at its limit, and later ones have another connection', async () => {
    const { proxy, client } = await openSilent();
    const store = redisStore(client, { prefix, timeout });
    await store.claim('k', 'a', LEASE);
    proxy.silence();
    const [claimed, ...others] = await Promise.allSettled([
      store.claim('other', 'a', LEASE),
      store.extend('k', 'a', LEASE),
      store.commit('k', 'a', LEASE),
      store.release('k', 'a'),
    ]);
    const limit = {
      status: 'rejected',
      reason: { message: 'Redis did not answer within 1000 ms.' },
    };
    expect(claimed).toMatchObject(limit);
    // The first timeout replaces the connection. An operation that began later (the machine paused) is sent again and answered.
    for (const other of others) {
      if (other.status === 'rejected') expect(other).toMatchObject(limit);
    }
    // An operation that was sent again has committed the key, or this call does.
    await until(async () => (await answerOf(() => store.commit('k', 'a', LEASE))) === true);
    await until(async () => (await answerOf(() => store.claim('k', 'b', LEASE))) === 'done');
    // The abandoned claim is released.
    await until(
      async () => (await answerOf(() => store.claim('other', 'b', LEASE))) === 'acquired',
    );
  });

  it('the delivery is unavailable, no handler runs, and a later one is processed', async () => {
    const { proxy, client } = await openSilent();
    let runs = 0;
    const receiver = createReceiver({
      secret,
      dedupe: redisStore(client, { prefix, timeout }),
      handlers: {
        '*': () => {
          runs += 1;
        },
      },
    });
    await deliver(receiver, 'evt_warm_up');
    proxy.silence();
    expect([await deliver(receiver, 'evt_1'), runs]).toEqual(['503 unavailable', 1]);
    await until(async () => (await deliver(receiver, 'evt_1')).startsWith('200'));
    expect(runs).toBe(2);
  });

  it('an inbox is unavailable, and then stores', async () => {
    const { proxy, client } = await openSilent();
    const inbox = redisInbox({ connection: client, prefix, timeout });
    const receiver = createReceiver({ secret, inbox, handlers: { '*': () => {} } });
    expect(await deliver(receiver, 'evt_before')).toBe('202 accepted');
    proxy.silence();
    expect(await deliver(receiver, 'evt_silent')).toBe('503 unavailable');
    await until(async () => (await deliver(receiver, 'evt_silent')).startsWith('20'));
  });
});

describe.skipIf(!isInstalled)('a connection that answers', () => {
  async function openOwn() {
    const server = await startRedisServer();
    const client = createIoredis(server.socketPath);
    await client.connect();
    onTestFinished(async () => {
      client.disconnect();
      await server.kill();
    });
    const opened = async () =>
      Number(/^total_connections_received:(\d+)/m.exec(await client.info('stats'))?.[1]);
    const known = await opened();
    return {
      server,
      client,
      /** Resolves when another connection was opened for comparison, and is closed. */
      async compared() {
        await until(async () => (await opened()) > known);
        await until(
          async () =>
            !String(await client.client('LIST'))
              .trim()
              .includes('\n'),
        );
      },
    };
  }

  it('of a server that answers nobody for a while is kept', async () => {
    const { server, client, compared } = await openOwn();
    const store = redisStore(client, { timeout: 100 });
    const connection = await client.client('ID');
    // New connections wait as well.
    const goOn = server.freeze();
    await expect(store.claim('k', 'a', LEASE)).rejects.toThrow('Redis did not answer');
    goOn();
    await compared();
    expect(await client.client('ID')).toBe(connection);
  });

  it('is kept while a work on it takes long', async () => {
    const { client, compared } = await openOwn();
    const connection = await client.client('ID');
    // The work never ends, so only the limit can end the wait.
    const work = answerLimit(client).within(new Promise(() => {}), 50);
    await expect(work).rejects.toThrow('Redis did not answer');
    await compared();
    expect(await client.client('ID')).toBe(connection);
  });
});
