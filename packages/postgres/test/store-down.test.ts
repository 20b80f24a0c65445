import { createReceiver } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import type { Pool } from 'pg';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type PostgresStore, postgresStore } from '../src/index.js';
import { type CuttableProxy, startProxy } from './support/proxy.js';
import { createTestDatabase, describeOnServer } from './support/server.js';
import { sleep } from './support/sleep.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const SECRET = 'whsec_down';
const LEASE = 2000;

describeOnServer('a store that is down', () => {
  let proxy: CuttableProxy;
  let pool: Pool;
  let sql: postgres.Sql;
  let stores: Record<'pg' | 'postgres.js', PostgresStore>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    await postgresStore(database.pool()).migrate();
    proxy = await startProxy();
    pool = database.pool({ port: proxy.port, connectionTimeoutMillis: 1000 });
    sql = postgres(database.url.replace('5432', String(proxy.port)), {
      connect_timeout: 1,
      backoff: () => 0.1,
    });
    stores = { pg: postgresStore(pool), 'postgres.js': postgresStore(sql) };
  });
  afterAll(async () => {
    proxy?.close();
    await sql?.end({ timeout: 1 });
  });

  function receiverWith(
    client: 'pg' | 'postgres.js',
    handler: (run: number, signal: AbortSignal) => unknown,
  ) {
    const id = `evt_${crypto.randomUUID()}`;
    let runs = 0;
    const receiver = createReceiver({
      secret: SECRET,
      dedupe: stores[client],
      lease: LEASE,
      // postgres.js does not give up: it tries to connect until we stop waiting.
      ackTimeout: 4000,
      handlers: {
        '*': (_event, { signal }) => {
          runs += 1;
          return handler(runs, signal);
        },
      },
    });
    return {
      runs: () => runs,
      async deliver(): Promise<string> {
        const event = fixture('document_verification.recorded', { id });
        const delivery = await sign(event, { secret: SECRET });
        const response = await receiver.fetch(delivery.request('http://hooks.test/'));
        const { outcome } = await response.json();
        return outcome;
      },
    };
  }

  it.each(['pg', 'postgres.js'] as const)(
    '%s: at the claim, no handler runs, and it recovers without a restart',
    async (client) => {
      const { deliver, runs } = receiverWith(client, () => {});
      proxy.cut();
      expect([await deliver(), runs()]).toEqual(['unavailable', 0]);
      proxy.mend();
      await expect.poll(deliver, { timeout: 10_000 }).toBe('processed');
      expect(runs()).toBe(1);
    },
  );

  it('at the extension, the handler hears that its lease has ended', async () => {
    const { deliver } = receiverWith('pg', async (_run, signal) => {
      proxy.cut();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    const delivered = deliver();
    await expect(delivered).resolves.toMatch(/unavailable|timed_out/);
    proxy.mend();
  });

  it('at the commit, a short failure is ridden out', async () => {
    const { deliver, runs } = receiverWith('pg', () => {
      proxy.cut();
      setTimeout(proxy.mend, 300);
    });
    expect([await deliver(), await deliver(), runs()]).toEqual(['processed', 'duplicate', 1]);
  });

  it('at the commit, a long one is unavailable, and the event is not lost', async () => {
    const { deliver, runs } = receiverWith('pg', (run) => {
      if (run === 1) proxy.cut();
    });
    expect(await deliver()).toBe('unavailable');
    proxy.mend();
    await expect.poll(deliver, { timeout: 10_000, interval: 200 }).toBe('processed');
    expect(runs()).toBe(2);
  });

  it('at the release, the next delivery runs when the lease has ended', async () => {
    const { deliver, runs } = receiverWith('pg', async (run) => {
      if (run > 1) return;
      proxy.cut();
      throw new Error('and the store is down');
    });
    expect(await deliver()).toBe('failed');
    proxy.mend();
    expect(await deliver()).toBe('in_progress');
    await sleep(LEASE);
    expect([await deliver(), runs()]).toEqual(['processed', 2]);
  });
});
