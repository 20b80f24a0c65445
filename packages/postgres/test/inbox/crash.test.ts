import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { InboxWorker } from '@screening-webhooks/core';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import { processed, store } from '../support/inbox-events.js';
import { startProxy } from '../support/proxy.js';
import { createTestDatabase, describeOnServer, type TestDatabase } from '../support/server.js';
import { sleep } from '../support/sleep.js';
import { until } from '../support/until.js';

vi.setConfig({ testTimeout: 40_000, hookTimeout: 30_000 });

const program = fileURLToPath(new URL('../support/work-in-process.ts', import.meta.url));

describeOnServer('postgresInbox after', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
    await postgresInbox(database.pool()).migrate();
  });
  const proxies: { close(): void }[] = [];
  afterEach(() => {
    for (const proxy of proxies.splice(0)) proxy.close();
  });

  async function throughProxy(options: PostgresInboxOptions = {}) {
    const proxy = await startProxy();
    proxies.push(proxy);
    const errors: Error[] = [];
    const pool: Pool = database.pool({ port: proxy.port, connectionTimeoutMillis: 1000 });
    const onError = (error: Error): number => errors.push(error);
    return { proxy, errors, inbox: postgresInbox(pool, { onError, pollInterval: 50, ...options }) };
  }

  it('kill -9 of a worker: another processes the event, and no attempt is used up', async () => {
    const inbox = postgresInbox(database.pool(), { lease: 1000, attempts: 1 });
    await store(inbox, 'evt_1');
    const flags = ['--conditions=@screening-webhooks/source', '--import=tsx', program];
    const child = spawn(process.execPath, [...flags, database.url, '1000']);
    expect(String((await once(child.stdout, 'data'))[0])).toBe('evt_1');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    let runs = 0;
    const worker = await inbox.work(async () => {
      runs += 1;
      return processed;
    });
    await until(() => runs === 1);
    await worker.stop();
    expect(await inbox.deadLetters()).toEqual([]);
  });

  it('the death of each worker that takes the event: it is given up, and says so', async () => {
    const inbox = postgresInbox(database.pool(), { lease: 1000, attempts: 2 });
    await store(inbox, 'evt_1');
    let runs = 0;
    const worker = await inbox.work(async () => {
      runs += 1;
      // As if nothing had been heard of its worker since.
      await database.admin(`UPDATE screening_webhook_inbox.job SET expire_in = '-1 hour'`);
      return new Promise(() => {});
    });
    await until(async () => (await inbox.deadLetters()).length === 1);
    await worker.stop({ timeout: 50 });
    const [letter] = await inbox.deadLetters();
    expect(runs).toBe(3);
    expect([letter?.attempts, letter?.reason]).toEqual([3, expect.stringContaining('3 times')]);
  });

  it('a cut: workers and stores recover without a restart, and say what was wrong', async () => {
    const { proxy, errors, inbox } = await throughProxy({ lease: 1000 });
    const seen = new Set<string>();
    const worker = await inbox.work(async ({ id }) => {
      seen.add(id);
      return processed;
    });
    await store(inbox, 'evt_1');
    await until(() => seen.has('evt_1'));
    proxy.cut();
    await expect(store(inbox, 'evt_2')).rejects.toThrow();
    await until(() => errors.length > 0);
    proxy.mend();
    await until(async () => (await store(inbox, 'evt_2').catch(() => 'down')) !== 'down');
    await until(() => seen.has('evt_2'));
    await worker.stop();
  });

  it('a start before the database is there: the worker begins when it is', async () => {
    const { proxy, errors, inbox } = await throughProxy();
    proxy.cut();
    await store(postgresInbox(database.pool()), 'evt_1');
    let runs = 0;
    const worker = await inbox.work(async () => {
      runs += 1;
      return processed;
    });
    expect(errors.length).toBeGreaterThan(0);
    proxy.mend();
    await until(() => runs === 1);
    await worker.stop();
  });

  it('a cut while a handler runs: what it did is written down, and not done again', async () => {
    const { proxy, inbox } = await throughProxy({ lease: 30_000 });
    await store(inbox, 'evt_1');
    let runs = 0;
    const worker = await inbox.work(async () => {
      runs += 1;
      proxy.cut();
      setTimeout(proxy.mend, 300);
      return processed;
    });
    await until(async () => {
      const [row] = await database.admin('SELECT state FROM screening_webhook_inbox.job');
      return row?.['state'] === 'completed';
    });
    await worker.stop();
    expect(runs).toBe(1);
  });

  it('the loss of its lease: the signal aborts, another takes over, and the first cannot say failed', async () => {
    const { proxy, inbox } = await throughProxy({ lease: 1000, attempts: 1 });
    await store(inbox, 'evt_1');
    const reasons: unknown[] = [];
    let end = (): void => {};
    const cutOff = await inbox.work(async (_event, { signal }) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      proxy.cut();
      await new Promise<void>((resolve) => (end = resolve));
      return { kind: 'failed', error: 'too late' };
    });
    await until(() => reasons.length === 1);
    expect(String(reasons[0])).toContain('lease');
    let ours = (): void => {};
    let running = false;
    const other = await postgresInbox(database.pool(), { lease: 1000 }).work(async () => {
      running = true;
      await new Promise<void>((resolve) => (ours = resolve));
      return processed;
    });
    await until(() => running);
    proxy.mend();
    end();
    await cutOff.stop();
    const state = 'SELECT state FROM screening_webhook_inbox.job';
    expect(await database.admin(state)).toEqual([{ state: 'active' }]);
    ours();
    await other.stop();
    expect(await database.admin(state)).toEqual([{ state: 'completed' }]);
  });

  it('three leases: a handler that takes so long keeps its event', async () => {
    const inbox = postgresInbox(database.pool(), { lease: 1000 });
    await store(inbox, 'evt_1');
    let runs = 0;
    const workers: InboxWorker[] = [];
    for (let index = 0; index < 2; index += 1) {
      workers.push(
        await inbox.work(async () => {
          runs += 1;
          await sleep(3500);
          return processed;
        }),
      );
    }
    await until(() => runs > 0);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(runs).toBe(1);
    expect(await database.admin('SELECT state FROM screening_webhook_inbox.job')).toEqual([
      { state: 'completed' },
    ]);
  });

  it('a long run: the next holder has a lease of the usual length', async () => {
    const inbox = postgresInbox(database.pool(), { lease: 5000, backoff: 1 });
    await store(inbox, 'evt_1');
    const leases: unknown[] = [];
    const lease = `SELECT extract(epoch FROM expire_in)::int AS s FROM screening_webhook_inbox.job`;
    const worker = await inbox.work(async () => {
      leases.push(...(await database.admin(lease)));
      // What renewals make of it in an hour.
      await database.admin(`UPDATE screening_webhook_inbox.job SET expire_in = '1 hour'`);
      return leases.length < 2 ? { kind: 'failed', error: 'no' } : new Promise(() => {});
    });
    await until(() => leases.length === 2);
    await worker.stop({ timeout: 50 });
    leases.push(...(await database.admin(lease)));
    expect(leases).toEqual([{ s: 5 }, { s: 5 }, { s: 5 }]);
  });

  it('a stop that did not wait: no attempt is lost', async () => {
    const inbox = postgresInbox(database.pool(), { attempts: 1 });
    await store(inbox, 'evt_1');
    let started = false;
    // It does not listen to its signal either.
    const worker = await inbox.work(() => {
      started = true;
      return new Promise(() => {});
    });
    await until(() => started);
    await worker.stop({ timeout: 50 });
    expect(await inbox.deadLetters()).toEqual([]);
    let again = false;
    const next = await inbox.work(async () => {
      again = true;
      return processed;
    });
    await until(() => again);
    await next.stop();
  });

  it('a stop with the database away: it ends all the same', async () => {
    const { proxy, inbox } = await throughProxy();
    await store(inbox, 'evt_1');
    let started = false;
    const worker = await inbox.work(() => {
      started = true;
      return new Promise(() => {});
    });
    await until(() => started);
    proxy.cut();
    const asked = performance.now();
    await worker.stop({ timeout: 50 });
    expect(performance.now() - asked).toBeLessThan(15_000);
  });
});
