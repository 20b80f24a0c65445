import { createReceiver } from '@screening-webhooks/core';
import { passing } from 'screening-webhooks-test-support/until';
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  createClient,
  type ReconciliationLoop,
  type ReconciliationReport,
  reconcile,
  reconcileEvery,
  scheduledReconciliation,
} from '../../src/index.js';
import { API_KEY, status } from '../support/fake-service.js';
import { finalRecord, now, SECRET, setUpReconciliation } from '../support/set-up-reconciliation.js';

afterEach(() => void vi.useRealTimers());

describe('reconcileEvery', () => {
  it('runs repeatedly, one run at a time, until it is stopped', async () => {
    const { receiver, handler } = await setUpReconciliation([]);
    vi.useFakeTimers();
    const list = vi.fn(async () => ({ data: [finalRecord('a')] }));
    let running = 0;
    let maxRunning = 0;
    const reports: ReconciliationReport[] = [];
    const loop = reconcileEvery(1000, {
      client: { documentVerifications: { list } },
      receiver,
      now,
      async *pending() {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        yield 'a';
        await passing(5000);
        running -= 1;
      },
      onReport(report) {
        reports.push(report);
        throw new Error('ignored');
      },
    });
    // Runs start at 0, 6 and 12 s and last 5 s; the third one is stopped.
    await vi.advanceTimersByTimeAsync(13_000);
    await loop.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(list).toHaveBeenCalledTimes(3);
    expect([maxRunning, handler.mock.calls.length]).toEqual([1, 1]);
    expect(reports).toMatchObject([{ recovered: 1 }, { alreadyHandled: 1 }, { alreadyHandled: 1 }]);
    await loop.stop();
  });

  it('continues after a run that the service stopped, and ends with the signal', async () => {
    const controller = new AbortController();
    const { client, receiver, service } = await setUpReconciliation([]);
    service.always(status(401));
    const loop = await new Promise<ReconciliationLoop>((secondReport) => {
      let reports = 0;
      const started = reconcileEvery(1, {
        client,
        receiver,
        pending: () => ['a'],
        signal: controller.signal,
        onReport() {
          reports += 1;
          if (reports === 2) secondReport(started);
        },
      });
    });
    controller.abort();
    await loop.stop();
  });

  it('pauses between the end of a run and the start of the next', async () => {
    const { receiver } = await setUpReconciliation([]);
    vi.useFakeTimers();
    const list = vi.fn(async () => {
      await passing(300);
      return { data: [] };
    });
    const client = { documentVerifications: { list } };
    const loop = reconcileEvery(1000, { client, receiver, pending: () => ['a'] });
    await vi.advanceTimersByTimeAsync(1299);
    expect(list).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(list).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1300);
    expect(list).toHaveBeenCalledTimes(3);
    const stopped = loop.stop();
    await vi.advanceTimersByTimeAsync(300);
    await stopped;
  });

  it('rejects invalid options at once', async () => {
    const { client, receiver } = await setUpReconciliation([]);
    const options = { client, receiver, pending: () => [] };
    expect(() => reconcileEvery(0, options)).toThrow(/milliseconds/);
    expect(() => reconcileEvery(1, { ...options, concurrency: 0 })).toThrow(/concurrency/);
    // @ts-expect-error pending must be a function
    expect(() => reconcileEvery(1, { ...options, pending: ['a'] })).toThrow(
      /pending: expected a function/,
    );
  });
});

describe('scheduledReconciliation', () => {
  it('runs once with the bindings, keeps the runtime alive, and reports', async () => {
    const { client, receiver, handler } = await setUpReconciliation([finalRecord('a')]);
    const keptAlive: unknown[] = [];
    const onReport = vi.fn();
    const scheduled = scheduledReconciliation(
      (env: { ids: string[] }) => ({ client, receiver, now, pending: env.ids }),
      { onReport },
    );
    await scheduled(
      { cron: '*/5 * * * *' },
      { ids: ['a'] },
      { waitUntil: (work) => void keptAlive.push(work) },
    );
    expect(handler).toHaveBeenCalledTimes(1);
    expect(onReport.mock.lastCall).toMatchObject([{ recovered: 1 }]);
    expect(keptAlive).toHaveLength(1);
  });

  it('rejects when the run was stopped, so that the cron event is marked as failed', async () => {
    const { client, receiver, service } = await setUpReconciliation([]);
    service.always(status(401));
    const scheduled = scheduledReconciliation(() => ({ client, receiver, pending: ['a'] }));
    await expect(scheduled({}, {}, { waitUntil() {} })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });
});

it('framework is required exactly when the receiver declares one', () => {
  const client = createClient({ apiKey: API_KEY, baseUrl: 'https://api.example.com' });
  const receiver = createReceiver<{ env: string }>({
    secret: ({ env }) => env,
    reconciliation: true,
    handlers: { '*': () => {} },
  });
  const plain = createReceiver({
    secret: SECRET,
    reconciliation: true,
    handlers: { '*': () => {} },
  });
  const pending: string[] = [];
  // Never called: the compiler checks it.
  const calls = () => [
    reconcile({ client, receiver, pending, framework: { env: 'e' } }),
    reconcile({ client, receiver: plain, pending }),
    // @ts-expect-error the framework is missing
    reconcile({ client, receiver, pending }),
  ];
  expectTypeOf(calls).toBeFunction();
});
