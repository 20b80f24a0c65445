import { createReceiver } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { redisInbox } from '../src/inbox/index.js';
import { redisStore } from '../src/index.js';
import { type OpenClient, openClients, pingRedis } from './support/clients.js';
import { type RedisServer, redisServer, until } from './support/redis-server.js';

const answers = await requireService('Redis', pingRedis);
const secret = 'a secret of the tests';
const timeout = 300;

async function deliver(receiver: ReturnType<typeof createReceiver>, id: string): Promise<string> {
  const event = fixture('document_verification.recorded', { id });
  const signed = await sign(event, { secret });
  const response = await receiver.fetch(signed.request('http://localhost/'));
  const { outcome } = (await response.json()) as { outcome: string };
  return `${response.status} ${outcome}`;
}

describe.skipIf(!answers).each(Object.entries(openClients))(
  'when Redis is down, on %s',
  (_, open) => {
    let server: RedisServer;
    let opened: OpenClient;

    async function serve(): Promise<void> {
      server = await redisServer();
      opened = await open(server.port);
    }
    afterEach(async () => {
      await opened.close();
      await server.remove();
    });

    it('a claim is unavailable, no handler runs, and it recovers without a restart', async () => {
      await serve();
      const seen: string[] = [];
      const receiver = createReceiver({
        secret,
        dedupe: redisStore(opened.client, { timeout }),
        handlers: { '*': ({ id }) => void seen.push(id) },
      });
      expect(await deliver(receiver, 'evt_before')).toBe('200 processed');
      await server.kill();
      expect(await deliver(receiver, 'evt_down')).toBe('503 unavailable');
      expect(await deliver(receiver, 'evt_before')).toBe('503 unavailable');
      expect(seen).toEqual(['evt_before']);

      await server.start();
      // What the client kept while it was cut off is sent now; its claim must not stay behind.
      await until(async () => (await deliver(receiver, 'evt_down')) === '200 processed');
      expect(await deliver(receiver, 'evt_before')).toBe('200 duplicate');
      expect(await deliver(receiver, 'evt_down')).toBe('200 duplicate');
      expect(seen).toEqual(['evt_before', 'evt_down']);
    });

    it('every operation rejects in time', async () => {
      await serve();
      const store = redisStore(opened.client, { timeout });
      await store.claim('k', 'a', 60_000);
      await server.kill();
      await expect(store.claim('other', 'a', 60_000)).rejects.toThrow();
      await expect(store.extend('k', 'a', 60_000)).rejects.toThrow();
      await expect(store.commit('k', 'a', 60_000)).rejects.toThrow();
      await expect(store.release('k', 'a')).rejects.toThrow();
    });

    it('a commit that fails is not a handler that failed: 503, and the claim is not released', async () => {
      await serve();
      let runs = 0;
      const receiver = createReceiver({
        secret,
        lease: 4000,
        dedupe: redisStore(opened.client, { timeout: 100 }),
        handlers: {
          '*': async () => {
            runs += 1;
            await server.kill();
          },
        },
      });
      expect(await deliver(receiver, 'evt_commit')).toBe('503 unavailable');
      expect(runs).toBe(1);
    });

    it('an extend that fails costs nothing while the lease lasts', async () => {
      await serve();
      const receiver = createReceiver({
        secret,
        lease: 3000,
        dedupe: redisStore(opened.client, { timeout: 100 }),
        handlers: {
          '*': async (_event, { signal }) => {
            await server.kill();
            await new Promise((resolve) => setTimeout(resolve, 1300));
            await server.start();
            await until(() => opened.client !== undefined && !signal.aborted);
          },
        },
      });
      expect(await deliver(receiver, 'evt_extend')).toBe('200 processed');
    });

    it('the inbox is unavailable, and keeps what it has accepted over a crash of the server', async () => {
      await serve();
      const inbox = redisInbox({ connection: opened.client, timeout, backoff: 50 });
      const seen: string[] = [];
      const receiver = createReceiver({
        secret,
        inbox,
        handlers: { '*': ({ id }) => void seen.push(id) },
      });
      expect(await deliver(receiver, 'evt_kept')).toBe('202 accepted');
      await server.kill();
      expect(await deliver(receiver, 'evt_down')).toBe('503 unavailable');
      await server.start();
      await until(async () => /^20/.test(await deliver(receiver, 'evt_down')));
      expect(await deliver(receiver, 'evt_kept')).toBe('200 duplicate');

      const worker = await inbox.work(receiver.dispatch);
      await until(() => seen.length >= 2);
      await worker.stop();
      expect(seen.sort()).toEqual(['evt_down', 'evt_kept']);
    });

    it('a worker goes on after a crash of the server', async () => {
      await serve();
      const errors: Error[] = [];
      const inbox = redisInbox({
        connection: opened.client,
        timeout,
        onError: (error) => errors.push(error),
      });
      const seen: string[] = [];
      const worker = await inbox.work(async ({ id }) => {
        seen.push(id);
        return { kind: 'processed' };
      });
      const event = fixture('document_verification.recorded', { id: 'evt_1' });
      await server.kill();
      await until(() => errors.length > 0);
      await server.start();
      await until(async () => {
        try {
          await inbox.store(event, { key: ':evt_1', receivedAt: Date.now() });
          return true;
        } catch {
          return false;
        }
      });
      await until(() => seen.length > 0, 25_000);
      await worker.stop();
      expect(seen).toEqual(['evt_1']);
    }, 40_000);
  },
);
