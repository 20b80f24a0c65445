import { createReceiver, type DedupeStore } from '@screening-webhooks/core';
import type { Pool } from 'pg';
import postgres from 'postgres';
import { type CuttableProxy, startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { SERVER } from 'screening-webhooks-test-support/scratch-database';
import { until } from 'screening-webhooks-test-support/until';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type PostgresStore, postgresStore } from '../src/index.js';
import { deliver, endClaims, SECRET } from './support/deliveries.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

// No lease ends by itself in the database while a test runs.
const LEASE = 600_000;
const ACK_TIMEOUT = 12_000;

describeOnServer('a store that is down', () => {
  const database = useTestDatabase(({ pool: open }) => postgresStore(open()).migrate());
  let proxy: CuttableProxy;
  let pool: Pool;
  let sql: postgres.Sql;
  let store: PostgresStore;
  let postgresJsStore: PostgresStore;
  beforeAll(async () => {
    proxy = await startProxy(SERVER.port);
    pool = database.pool({ port: proxy.port });
    sql = postgres(database.url.replace('5432', String(proxy.port)), { backoff: () => 0.01 });
    store = postgresStore(pool);
    postgresJsStore = postgresStore(sql);
  });
  afterAll(async () => {
    proxy?.close();
    await sql?.end({ timeout: 1 });
  });

  // Deadlines, renewals, retries and reconnections happen when a test moves the clock; the connections are real.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Moves the clock by a millisecond at a time until the promise settles. */
  async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
    let settled = false;
    const note = (): void => {
      settled = true;
    };
    work.then(note, note);
    await until(async () => {
      await vi.advanceTimersByTimeAsync(1);
      return settled;
    });
    return work;
  }

  /** Cuts the proxy and waits until the pool has dropped its broken connections. */
  async function cut(): Promise<void> {
    proxy.cut();
    await until(() => pool.totalCount === 0);
  }

  function receiverWith(
    dedupe: DedupeStore,
    handler: (run: number, signal: AbortSignal) => unknown,
    lease = LEASE,
  ) {
    const id = `evt_${crypto.randomUUID()}`;
    let runs = 0;
    const receiver = createReceiver({
      secret: SECRET,
      dedupe,
      lease,
      ackTimeout: ACK_TIMEOUT,
      handlers: {
        '*': (_event, { signal }) => {
          runs += 1;
          return handler(runs, signal);
        },
      },
    });
    return {
      runs: () => runs,
      deliver: () => deliver(receiver, id),
    };
  }

  it('pg: at the claim, no handler runs, and it recovers without a restart', async () => {
    const { deliver, runs } = receiverWith(store, () => {});
    await cut();
    expect([await deliver(), runs()]).toEqual(['unavailable', 0]);
    proxy.restore();
    expect([await deliver(), runs()]).toEqual(['processed', 1]);
  });

  it('postgres.js: at the claim, no handler runs, and it recovers without a restart', async () => {
    const { deliver, runs } = receiverWith(postgresJsStore, () => {});
    proxy.cut();
    const refusals = proxy.refusals();
    const delivered = deliver();
    // postgres.js never gives up by itself.
    await until(async () => {
      await vi.advanceTimersByTimeAsync(1);
      return proxy.refusals() > refusals;
    });
    await vi.advanceTimersByTimeAsync(ACK_TIMEOUT);
    expect([await delivered, runs()]).toEqual(['unavailable', 0]);
    proxy.restore();
    await until(async () => {
      if ((await whileTimePasses(deliver())) === 'processed') return true;
      // The claim that came too late is sent now, and may hold the key.
      await endClaims(database);
      return false;
    });
    expect(runs()).toBe(1);
  });

  it('at the extension, the handler learns that its lease has ended', async () => {
    const aborted = deferred();
    const lease = ACK_TIMEOUT / 2;
    const handler = (_run: number, signal: AbortSignal): Promise<void> => {
      signal.addEventListener('abort', () => aborted.resolve());
      return aborted.promise;
    };
    const { deliver, runs } = receiverWith(store, handler, lease);
    const delivered = deliver();
    await until(() => runs() === 1);
    await cut();
    await vi.advanceTimersByTimeAsync(lease);
    await aborted.promise;
    expect(await delivered).toMatch(/unavailable|timed_out/);
    proxy.restore();
  });

  /** The store, counting the commits and releases that fail. */
  function countFailures() {
    let failures = 0;
    const count = (error: unknown): never => {
      failures += 1;
      throw error;
    };
    const dedupe: DedupeStore = {
      ...store,
      commit: (...commit) => store.commit(...commit).catch(count),
      release: (...release) => store.release(...release).catch(count),
    };
    return { dedupe, failures: () => failures };
  }

  it('at the commit, a short outage is survived', async () => {
    const { dedupe, failures } = countFailures();
    const { deliver, runs } = receiverWith(dedupe, cut);
    const delivered = deliver();
    await until(() => failures() === 1);
    proxy.restore();
    await vi.advanceTimersByTimeAsync(100);
    expect([await delivered, await deliver()]).toEqual(['processed', 'duplicate']);
    expect([runs(), failures()]).toEqual([1, 1]);
  });

  it('at the commit, a long outage is unavailable, and the event is not lost', async () => {
    const { dedupe, failures } = countFailures();
    const { deliver, runs } = receiverWith(dedupe, (run) => (run === 1 ? cut() : undefined));
    const delivered = deliver();
    // The delays before the receiver's further attempts to commit.
    for (const [index, delay] of [100, 200, 400, 800].entries()) {
      await until(() => failures() === index + 1);
      await vi.advanceTimersByTimeAsync(delay);
    }
    expect([await delivered, failures()]).toEqual(['unavailable', 5]);
    proxy.restore();
    expect(await deliver()).toBe('in_progress');
    await endClaims(database);
    expect([await deliver(), runs()]).toEqual(['processed', 2]);
  });

  it('at the release, the next delivery runs when the lease has ended', async () => {
    const { dedupe, failures } = countFailures();
    const { deliver, runs } = receiverWith(dedupe, async (run) => {
      if (run > 1) return;
      await cut();
      throw new Error('and the store is down');
    });
    expect(await deliver()).toBe('failed');
    // The release may still be under way when the ack is sent.
    await until(() => failures() === 1);
    proxy.restore();
    expect(await deliver()).toBe('in_progress');
    await endClaims(database);
    expect([await deliver(), runs()]).toEqual(['processed', 2]);
  });
});
