import { createReceiver } from '@screening-webhooks/core';
import postgres from 'postgres';
import { startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { SERVER } from 'screening-webhooks-test-support/scratch-database';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it, onTestFinished, vi } from 'vitest';
import { postgresStore } from '../src/index.js';
import { deliver, endClaims, SECRET } from './support/deliveries.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

const ACK_TIMEOUT = 12_000;

describeOnServer('while the database is down', () => {
  const database = useTestDatabase(({ pool: open }) => postgresStore(open()).migrate());

  // Failures at each step of a receiver: packages/core/test/pipeline/claims.test.ts. With pg: silent-connections.test.ts.
  it('a store on postgres.js, which never gives up by itself, is unavailable, and recovers without a restart', async () => {
    const proxy = await startProxy(SERVER.port);
    const url = database.url.replace('5432', String(proxy.port));
    const sql = postgres(url, { backoff: () => 0.01 });
    // Deadlines and reconnections happen when the test moves the clock; the connections are real.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(async () => {
      vi.useRealTimers();
      proxy.close();
      await sql.end({ timeout: 1 });
    });
    let runs = 0;
    const receiver = createReceiver({
      secret: SECRET,
      dedupe: postgresStore(sql),
      // No lease expires in the database.
      lease: 600_000,
      ackTimeout: ACK_TIMEOUT,
      handlers: {
        '*': () => {
          runs += 1;
        },
      },
    });
    proxy.cut();
    const delivered = deliver(receiver, 'evt_1');
    await until(async () => {
      await vi.advanceTimersByTimeAsync(1);
      return proxy.refusals() > 0;
    });
    await vi.advanceTimersByTimeAsync(ACK_TIMEOUT);
    expect([await delivered, runs]).toEqual(['unavailable', 0]);
    proxy.restore();
    await until(async () => {
      let outcome: string | undefined;
      const delivering = deliver(receiver, 'evt_1').then((each) => {
        outcome = each;
      });
      await until(async () => {
        await vi.advanceTimersByTimeAsync(1);
        return outcome !== undefined;
      });
      await delivering;
      // The late claim is sent now, and may hold the key.
      await endClaims(database);
      return outcome === 'processed';
    });
    expect(runs).toBe(1);
  });
});
