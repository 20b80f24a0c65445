import { createReceiver } from '@screening-webhooks/core';
import { store as storeEvent, workAndNote } from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { redisInbox } from '../src/inbox/index.js';
import { redisStore } from '../src/index.js';
import type { OpenClient } from '../test-servers/support/clients.js';
import { deliver, secret } from '../test-servers/support/deliver.js';
import { describeOnEachClient } from '../test-servers/support/on-redis.js';
import { type RedisServer, startRedisServer } from '../test-servers/support/redis-server.js';

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// While the server is up, an operation may take as long as the machine needs. While it is down, nothing can answer, so a
// short timeout only makes the test faster.
const up = { timeout: 60_000 };
const down = { timeout: 50 };

describeOnEachClient('when Redis is down, on %s', (_library, open) => {
  let server: RedisServer;
  let opened: OpenClient;
  let prefix: string;
  let tests = 0;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.kill());
  beforeEach(async () => {
    await server.start();
    opened = await open(server.socketPath);
    tests += 1;
    prefix = `{test-${tests}}`;
  });
  afterEach(() => opened.close());

  it('a claim is unavailable, no handler runs, and it recovers without a restart', async () => {
    const handledIds: string[] = [];
    const receiverWith = (options: { readonly timeout: number }) =>
      createReceiver({
        secret,
        dedupe: redisStore(opened.client, { prefix, ...options }),
        handlers: { '*': ({ id }) => void handledIds.push(id) },
      });
    const whileUp = receiverWith(up);
    const whileDown = receiverWith(down);
    expect(await deliver(whileUp, 'evt_before')).toBe('200 processed');
    await server.kill();
    expect(await deliver(whileDown, 'evt_down')).toBe('503 unavailable');
    expect(await deliver(whileDown, 'evt_before')).toBe('503 unavailable');
    expect(handledIds).toEqual(['evt_before']);

    await server.start();
    // The client now sends the claims that it kept while it was disconnected. They must be released.
    await until(async () => (await deliver(whileUp, 'evt_down')) === '200 processed');
    expect(await deliver(whileUp, 'evt_before')).toBe('200 duplicate');
    expect(await deliver(whileUp, 'evt_down')).toBe('200 duplicate');
    expect(handledIds).toEqual(['evt_before', 'evt_down']);
  });

  it('every operation rejects instead of waiting for the server', async () => {
    await redisStore(opened.client, { prefix, ...up }).claim('k', 'a', 600_000);
    await server.kill();
    const store = redisStore(opened.client, { prefix, ...down });
    await expect(store.claim('other', 'a', 600_000)).rejects.toThrow();
    await expect(store.extend('k', 'a', 600_000)).rejects.toThrow();
    await expect(store.commit('k', 'a', 600_000)).rejects.toThrow();
    await expect(store.release('k', 'a')).rejects.toThrow();
  });

  it('an extend that fails does not end the claim while its lease lasts', async () => {
    const whileUp = redisStore(opened.client, { prefix, ...up });
    await whileUp.claim('k', 'a', 600_000);
    await server.kill();
    const whileDown = redisStore(opened.client, { prefix, ...down });
    await expect(whileDown.extend('k', 'a', 600_000)).rejects.toThrow();
    await server.start();
    expect(await whileUp.extend('k', 'a', 600_000)).toBe(true);
    expect(await whileUp.commit('k', 'a', 600_000)).toBe(true);
  });

  it('the inbox is unavailable, and keeps what it has accepted over a crash of the server', async () => {
    const inboxWith = (options: { readonly timeout: number }) =>
      redisInbox({ connection: opened.client, prefix, backoff: 10, ...options });
    const processedIds: string[] = [];
    const inbox = inboxWith(up);
    const handlers = { '*': ({ id }: { id: string }) => void processedIds.push(id) };
    const whileUp = createReceiver({ secret, inbox, handlers });
    const whileDown = createReceiver({ secret, inbox: inboxWith(down), handlers });
    expect(await deliver(whileUp, 'evt_kept')).toBe('202 accepted');
    await server.kill();
    expect(await deliver(whileDown, 'evt_down')).toBe('503 unavailable');
    await server.start();
    await until(async () => /^20/.test(await deliver(whileUp, 'evt_down')));
    expect(await deliver(whileUp, 'evt_kept')).toBe('200 duplicate');

    const worker = await inbox.work(whileUp.dispatch);
    await until(() => processedIds.length >= 2);
    await worker.stop();
    expect(processedIds.sort()).toEqual(['evt_down', 'evt_kept']);
  });

  it('a worker goes on after a crash of the server', async () => {
    const errors: Error[] = [];
    const inbox = redisInbox({
      connection: opened.client,
      prefix,
      ...up,
      onError: (error) => errors.push(error),
    });
    const worker = await workAndNote(inbox);
    await server.kill();
    await until(() => errors.length > 0);
    await server.start();
    await until(async () => {
      try {
        await storeEvent(inbox, 'evt_1');
        return true;
      } catch {
        return false;
      }
    });
    await until(() => worker.seen.length > 0);
    await worker.stop();
    expect(worker.seen).toEqual(['evt_1']);
  });
});
