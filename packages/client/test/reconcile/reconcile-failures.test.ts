import { deferred } from 'screening-webhooks-test-support/deferred';
import { passing } from 'screening-webhooks-test-support/until';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ScreeningClient } from '../../src/index.js';
import { json, neverRespond, status } from '../support/fake-service.js';
import {
  emptyReport,
  finalRecord,
  setUpReconciliation,
  webhookEvent,
} from '../support/set-up-reconciliation.js';

afterEach(() => void vi.useRealTimers());

function clientWith(list: ScreeningClient['documentVerifications']['list']) {
  return { documentVerifications: { list } };
}

describe('an id', () => {
  it.each([
    ['a service that fails', status(500)],
    ['a malformed response', json('none')],
    [
      'a record without a verificationId',
      json([{ externalId: 'a', verified: true, completedAt: 'x' }]),
    ],
  ])('that fails because of %s does not stop the others', async (_name, responder) => {
    const { run, service } = await setUpReconciliation([]);
    service.always((response, request) => {
      const respond = request.query.get('externalId') === 'a' ? responder : json([]);
      respond(response, request);
    });
    const onFailed = vi.fn();
    const report = await run({ pending: ['a', 'b'], concurrency: 1, onFailed });
    expect(report).toMatchObject({ asked: 2, failed: 1 });
    expect(report.stoppedBy).toBeUndefined();
    expect(onFailed).toHaveBeenCalledTimes(1);
    expect(onFailed.mock.lastCall?.[0]).toBe('a');
  });

  it('counts as failed when the store is unavailable or the event is rejected', async () => {
    const down = () => Promise.reject(new Error('down'));
    const store = { claim: down, extend: down, commit: down, release: down };
    const broken = await setUpReconciliation([finalRecord('a')], { dedupe: store });
    expect(await broken.run({ pending: ['a'] })).toMatchObject({ found: 1, failed: 1 });
    const foreign = await setUpReconciliation([finalRecord('a')], { integrationId: 'int_other' });
    const onFailed = vi.fn();
    await foreign.run({ pending: ['a'], onFailed });
    expect(onFailed.mock.lastCall?.[1]).toMatchObject({ message: 'rejected: wrong_integration' });
  });

  it('is still pending while a webhook for it is being processed', async () => {
    const { run, handler, deliver } = await setUpReconciliation([finalRecord('a')]);
    const [started, finished] = [deferred(), deferred()];
    handler.mockImplementationOnce(() => {
      started.resolve();
      return finished.promise;
    });
    const webhook = deliver(webhookEvent(finalRecord('a')));
    await started.promise;
    expect(await run({ pending: ['a'] })).toMatchObject({ found: 1, stillPending: 1 });
    finished.resolve();
    expect(await webhook).toBe('processed');
    expect(await run({ pending: ['a'] })).toMatchObject({ alreadyHandled: 1 });
  });
});

describe('a run is stopped', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `id_${index}`);

  it.each([401, 403, 302])(
    'by status %i, because every further request would fail too',
    async (code) => {
      const { run, service } = await setUpReconciliation([]);
      service.always(status(code));
      const report = await run({ pending: ids, concurrency: 2 });
      expect(report.stoppedBy).toMatchObject({ name: 'ServiceError', status: code });
      expect(service.requests.length).toBeLessThanOrEqual(2);
    },
  );

  it('by its signal: there are no further requests, and aborted ones are not counted', async () => {
    const controller = new AbortController();
    const { run, service } = await setUpReconciliation([]);
    service.next(json([]), json([]));
    service.always(neverRespond);
    const report = run({ pending: ids, concurrency: 2, signal: controller.signal });
    await service.received(4);
    controller.abort('enough');
    expect(await report).toEqual({
      ...emptyReport,
      asked: 2,
      stillPending: 2,
      stoppedBy: 'enough',
    });
  });

  it('by its signal while it waits for the next id', async () => {
    const controller = new AbortController();
    const { run } = await setUpReconciliation([]);
    async function* never(): AsyncGenerator<string> {
      setImmediate(() => controller.abort('enough'));
      await new Promise(() => {});
    }
    expect(await run({ pending: never(), signal: controller.signal })).toEqual({
      ...emptyReport,
      stoppedBy: 'enough',
    });
  });

  it('by its signal only after the running handler has ended', async () => {
    const controller = new AbortController();
    const { run, handler } = await setUpReconciliation([finalRecord('a')]);
    let ended = false;
    handler.mockImplementation(async () => {
      controller.abort('enough');
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
      ended = true;
    });
    const onSettled = vi.fn();
    const report = await run({
      pending: ['a', ...ids],
      concurrency: 1,
      signal: controller.signal,
      onSettled,
    });
    expect([ended, onSettled.mock.calls.length]).toEqual([true, 1]);
    expect(report).toEqual({
      ...emptyReport,
      asked: 1,
      found: 1,
      recovered: 1,
      stoppedBy: 'enough',
    });
  });

  it('by a receiver that is draining', async () => {
    const { run, receiver, service } = await setUpReconciliation(ids.map((id) => finalRecord(id)));
    await receiver.drain();
    const report = await run({ pending: ids, concurrency: 1 });
    expect(report).toMatchObject({ asked: 1, failed: 1, stoppedBy: { message: /draining/ } });
    expect(service.requests).toHaveLength(1);
  });

  it('by an error that pending throws', async () => {
    const { run } = await setUpReconciliation([finalRecord('a')]);
    async function* broken() {
      yield 'a';
      throw new Error('the query failed');
    }
    expect(await run({ pending: broken(), concurrency: 3 })).toMatchObject({
      recovered: 1,
      stoppedBy: { message: 'the query failed' },
    });
  });
});

describe('limits', () => {
  it('no more than `concurrency` ids are looked up at once', async () => {
    const { run } = await setUpReconciliation([]);
    vi.useFakeTimers();
    let active = 0;
    let maxActive = 0;
    const list = async () => {
      active += 1;
      maxActive = Math.max(maxActive, active);
      await passing(100);
      active -= 1;
      return { data: [] };
    };
    const pending = Array.from({ length: 40 }, (_, index) => `id_${index}`);
    const report = run({ client: clientWith(list), pending, concurrency: 3 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(await report).toMatchObject({ asked: 40 });
    expect(maxActive).toBe(3);
  });

  it('requestsPerSecond spaces lookups evenly, and the first one starts at once', async () => {
    const { run } = await setUpReconciliation([]);
    vi.useFakeTimers();
    const start = performance.now();
    const times: number[] = [];
    const list = async () => {
      times.push(performance.now() - start);
      return { data: [] };
    };
    const pending = ['a', 'b', 'c', 'd'];
    const report = run({ client: clientWith(list), pending, requestsPerSecond: 10 });
    await vi.advanceTimersByTimeAsync(1000);
    await report;
    expect(times).toEqual([0, 100, 200, 300]);
  });

  it('an id is only read from the list when a worker is free', async () => {
    const { run, service } = await setUpReconciliation([]);
    service.always(neverRespond);
    const controller = new AbortController();
    let read = 0;
    function* ids() {
      for (;;) {
        read += 1;
        yield `id_${read}`;
      }
    }
    const report = run({ pending: ids(), concurrency: 4, signal: controller.signal });
    await service.received(4);
    controller.abort();
    await report;
    expect(read).toBe(4);
  });
});
