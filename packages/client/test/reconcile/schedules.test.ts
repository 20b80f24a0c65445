import { createReceiver } from '@screening-webhooks/core';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  createClient,
  type ReconciliationReport,
  reconcile,
  reconcileEvery,
  scheduledReconciliation,
} from '../../src/index.js';
import { pace } from '../../src/reconcile/pace.js';
import { API_KEY, status } from '../support/fake-service.js';
import { now, result, SECRET, waitingFor } from '../support/waiting.js';

describe('reconcileEvery', () => {
  it('runs again and again, one run at a time, until it is stopped', async () => {
    const { client, receiver, service, handler } = await waitingFor([result('a')]);
    let running = 0;
    let most = 0;
    const reports: ReconciliationReport[] = [];
    const loop = reconcileEvery(1, {
      client,
      receiver,
      now,
      requestsPerSecond: 10_000,
      async *pending() {
        running += 1;
        most = Math.max(most, running);
        yield 'a';
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
      },
      onReport(report) {
        reports.push(report);
        throw new Error('changes nothing');
      },
    });
    await vi.waitFor(() => expect(reports.length).toBeGreaterThan(2));
    await loop.stop();
    const { length } = service.requests;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(service.requests).toHaveLength(length);
    expect([most, handler.mock.calls.length]).toEqual([1, 1]);
    expect(reports.slice(0, 2)).toMatchObject([{ recovered: 1 }, { alreadyHandled: 1 }]);
    await loop.stop();
  });

  it('goes on after a run that was stopped by the service, and ends with the signal', async () => {
    const abort = new AbortController();
    const { client, receiver, service } = await waitingFor([]);
    service.always(status(401));
    const reports: ReconciliationReport[] = [];
    const loop = reconcileEvery(1, {
      client,
      receiver,
      pending: () => ['a'],
      signal: abort.signal,
      onReport: (report) => void reports.push(report),
    });
    await vi.waitFor(() => expect(reports.length).toBeGreaterThan(1));
    abort.abort();
    await loop.stop();
  });

  it('rests so long between the end of a run and the next', async () => {
    const { receiver } = await waitingFor([]);
    vi.useFakeTimers();
    try {
      const list = vi.fn(async () => {
        await new Promise((resolve) => setTimeout(resolve, 300));
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
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses at once what cannot be right', async () => {
    const { client, receiver } = await waitingFor([]);
    const options = { client, receiver, pending: () => [] };
    expect(() => reconcileEvery(0, options)).toThrow(/milliseconds/);
    expect(() => reconcileEvery(1, { ...options, concurrency: 0 })).toThrow(/concurrency/);
    // @ts-expect-error a list is the same in each run
    expect(() => reconcileEvery(1, { ...options, pending: ['a'] })).toThrow(
      /pending: expected a function/,
    );
  });
});

describe('scheduledReconciliation', () => {
  it('runs once with the bindings, keeps the runtime alive, and reports', async () => {
    const { client, receiver, handler } = await waitingFor([result('a')]);
    const waited: unknown[] = [];
    const onReport = vi.fn();
    const scheduled = scheduledReconciliation(
      (env: { ids: string[] }) => ({ client, receiver, now, pending: env.ids }),
      { onReport },
    );
    await scheduled(
      { cron: '*/5 * * * *' },
      { ids: ['a'] },
      { waitUntil: (work) => void waited.push(work) },
    );
    expect(handler).toHaveBeenCalledTimes(1);
    expect(onReport.mock.lastCall).toMatchObject([{ recovered: 1 }]);
    expect(waited).toHaveLength(1);
  });

  it('rejects when the run was stopped, so that the cron event shows as failed', async () => {
    const { client, receiver, service } = await waitingFor([]);
    service.always(status(401));
    const scheduled = scheduledReconciliation(() => ({ client, receiver, pending: ['a'] }));
    await expect(scheduled({}, {}, { waitUntil() {} })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });
});

it('a receiver that was written for a framework needs it, one that was not does not', () => {
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
  // Never run: this is for the compiler.
  const calls = () => [
    reconcile({ client, receiver, pending, framework: { env: 'e' } }),
    reconcile({ client, receiver: plain, pending }),
    // @ts-expect-error the framework is missing
    reconcile({ client, receiver, pending }),
  ];
  expectTypeOf(calls).toBeFunction();
});

it('pace spreads requests evenly, the first at once', async () => {
  vi.useFakeTimers();
  try {
    const next = pace(10, undefined);
    const times: number[] = [];
    const start = performance.now();
    const all = Promise.all(
      Array.from({ length: 4 }, async () => {
        await next();
        times.push(performance.now() - start);
      }),
    );
    await vi.advanceTimersByTimeAsync(1000);
    await all;
    expect(times).toEqual([0, 100, 200, 300]);
  } finally {
    vi.useRealTimers();
  }
});
