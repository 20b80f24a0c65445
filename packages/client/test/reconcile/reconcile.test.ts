import { PermanentError } from '@screening-webhooks/core';
import { describe, expect, it, vi } from 'vitest';
import { InvalidInputError, reconcile } from '../../src/index.js';
import { hang, json, status } from '../support/fake-service.js';
import { now, result, underWay, waitingFor } from '../support/waiting.js';

const nothing = { asked: 0, found: 0, alreadyHandled: 0, recovered: 0, stillPending: 0, failed: 0 };

describe('reconcile', () => {
  it('counts what it asked for, and hands what is final to the handlers, once', async () => {
    const { run, deliver, handler } = await waitingFor([
      result('lost'),
      result('came'),
      underWay('open'),
    ]);
    const data = result('came');
    await deliver({ id: 'evt_1', type: 'document_verification.completed', created: '…', data });
    const pending = ['lost', 'came', 'open', 'unknown'];
    expect(await run({ pending })).toEqual({
      asked: 4,
      found: 2,
      alreadyHandled: 1,
      recovered: 1,
      stillPending: 2,
      failed: 0,
    });
    expect(handler.mock.calls.map(([{ source }]) => source)).toEqual(['webhook', 'poll']);
    expect(await run({ pending })).toMatchObject({ alreadyHandled: 2, recovered: 0 });
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it('makes the same event of a record each time: its id is the result', async () => {
    const record = result('a', { related: { kept: true } });
    const { run, handler } = await waitingFor([record]);
    await run({ pending: ['a'] });
    expect(handler.mock.lastCall?.[0]).toEqual({
      id: 'result:dv_a:VERIFIED:2026-11-20T09:58:47.903Z',
      type: 'document_verification.completed',
      created: '2026-11-20T09:58:47.903Z',
      data: record,
      source: 'poll',
    });
  });

  it('a webhook that comes later is a duplicate', async () => {
    const { run, deliver } = await waitingFor([result('a')]);
    await run({ pending: ['a'] });
    const type = 'document_verification.completed';
    expect(await deliver({ id: 'evt_1', type, created: '…', data: result('a') })).toBe('duplicate');
  });

  it('takes envelopes, async iterables and functions', async () => {
    const { run, service } = await waitingFor([]);
    service.always(json({ data: [], hasMore: false }));
    async function* ids() {
      yield 'a';
      yield 'b';
    }
    expect(await run({ pending: ids() })).toMatchObject({ asked: 2 });
    expect(await run({ pending: async () => new Set(['a']) })).toMatchObject({ asked: 1 });
    expect(await run({ pending: [] })).toEqual(nothing);
  });

  it('leaves out records that were not asked for', async () => {
    const { run, service, handler } = await waitingFor([]);
    service.always(json([result('other'), result('another')]));
    expect(await run({ pending: ['a'] })).toMatchObject({ found: 0, stillPending: 1 });
    expect(handler).not.toHaveBeenCalled();
  });

  it('processes the results of one id oldest first, and waits for one under way beside them', async () => {
    const older = result('a', {
      verificationId: 'dv_old',
      completedAt: '2026-11-19T10:00:00.000Z',
    });
    const { run, handler } = await waitingFor([result('a'), older, underWay('a')]);
    const onSettled = vi.fn();
    expect(await run({ pending: ['a'], onSettled })).toMatchObject({ found: 1, stillPending: 1 });
    const seen = handler.mock.calls.map(([{ data }]) =>
      Reflect.get(Object(data), 'verificationId'),
    );
    expect(seen).toEqual(['dv_old', 'dv_a']);
    expect(onSettled).not.toHaveBeenCalled();
  });

  it('does not process what its dedupe may have forgotten', async () => {
    const old = result('a', { verificationId: 'dv_old', completedAt: '2026-11-01T10:00:00.000Z' });
    const { run, handler, service } = await waitingFor([old, result('a')]);
    expect(await run({ pending: ['a'] })).toMatchObject({ recovered: 1 });
    expect(handler).toHaveBeenCalledTimes(1);

    service.always(json([old]));
    const onFailed = vi.fn();
    expect(await run({ pending: ['a'], onFailed })).toMatchObject({ found: 1, failed: 1 });
    expect(onFailed.mock.lastCall).toMatchObject(['a', { message: /maxAge/ }]);
    expect(await run({ pending: ['a'], maxAge: 90 * 24 * 3_600_000 })).toMatchObject({
      recovered: 1,
    });
  });

  it('toEventType decides what a record stands for', async () => {
    const record = result('a', { status: 'REJECTED', verified: false });
    const { run, handler } = await waitingFor([record]);
    await run({
      pending: ['a'],
      toEventType: ({ status }) =>
        status === 'REJECTED' ? 'document_verification.failed' : undefined,
    });
    expect(handler.mock.lastCall?.[0].type).toBe('document_verification.failed');
  });
});

describe('the list of pending ids', () => {
  it('is told of an id only after its handler has succeeded', async () => {
    const { run, handler } = await waitingFor([result('good'), result('bad'), underWay('open')]);
    const reason = new Error('the database is down');
    handler.mockImplementation(({ data }) => {
      if (Reflect.get(Object(data), 'externalId') === 'bad') throw reason;
    });
    const onSettled = vi.fn();
    const onFailed = vi.fn();
    const pending = ['good', 'bad', 'open'];
    expect(await run({ pending, onSettled, onFailed })).toMatchObject({
      recovered: 1,
      failed: 1,
      stillPending: 1,
    });
    expect(onSettled.mock.calls).toEqual([['good', [result('good')]]]);
    expect(onFailed.mock.calls).toEqual([['bad', reason]]);

    handler.mockImplementation(() => {});
    expect(await run({ pending: ['bad'], onSettled })).toMatchObject({ recovered: 1, failed: 0 });
    expect(onSettled).toHaveBeenLastCalledWith('bad', [result('bad')]);
  });

  it('is told of what was handled before, and of what the handler has refused for good', async () => {
    const { run, handler } = await waitingFor([result('a')]);
    handler.mockRejectedValueOnce(new PermanentError('no such clinician'));
    const onSettled = vi.fn();
    expect(await run({ pending: ['a'], onSettled })).toMatchObject({ recovered: 1 });
    expect(await run({ pending: ['a'], onSettled })).toMatchObject({ alreadyHandled: 1 });
    expect(onSettled).toHaveBeenCalledTimes(2);
  });

  it('that cannot be written to keeps the id: it counts as failed', async () => {
    const { run } = await waitingFor([result('a')]);
    const onSettled = () => Promise.reject(new Error('down'));
    expect(await run({ pending: ['a'], onSettled })).toMatchObject({ recovered: 0, failed: 1 });
  });
});

describe('one failing id', () => {
  it.each([
    ['a service that fails', status(500)],
    ['a malformed response', json('none')],
    ['a record without an identity', json([{ externalId: 'a', verified: true, completedAt: 'x' }])],
  ])('for %s does not keep the others', async (_name, behaviour) => {
    const { run, service } = await waitingFor([]);
    service.always((response, request) => {
      const answer = request.query.get('externalId') === 'a' ? behaviour : json([]);
      answer(response, request);
    });
    const onFailed = vi.fn();
    const report = await run({ pending: ['a', 'b'], concurrency: 1, onFailed });
    expect(report).toMatchObject({ asked: 2, failed: 1 });
    expect(report.stoppedBy).toBeUndefined();
    expect(onFailed).toHaveBeenCalledTimes(1);
    expect(onFailed.mock.lastCall?.[0]).toBe('a');
  });

  it('a store that is down is a failure, and so is a rejected event', async () => {
    const down = () => Promise.reject(new Error('down'));
    const store = { claim: down, extend: down, commit: down, release: down };
    const broken = await waitingFor([result('a')], { dedupe: store });
    expect(await broken.run({ pending: ['a'] })).toMatchObject({ found: 1, failed: 1 });
    const foreign = await waitingFor([result('a')], { integrationId: 'int_other' });
    const onFailed = vi.fn();
    await foreign.run({ pending: ['a'], onFailed });
    expect(onFailed.mock.lastCall?.[1]).toMatchObject({ message: 'rejected: wrong_integration' });
  });

  it('what is being processed elsewhere is still pending', async () => {
    const { run, handler, deliver } = await waitingFor([result('a')]);
    let release = (): void => {};
    handler.mockImplementationOnce(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    const type = 'document_verification.completed';
    const webhook = deliver({ id: 'evt_1', type, created: '…', data: result('a') });
    await vi.waitFor(() => expect(handler).toHaveBeenCalled());
    expect(await run({ pending: ['a'] })).toMatchObject({ found: 1, stillPending: 1 });
    release();
    expect(await webhook).toBe('processed');
    expect(await run({ pending: ['a'] })).toMatchObject({ alreadyHandled: 1 });
  });
});

describe('a run is stopped', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `id_${index}`);

  it.each([401, 403, 302])(
    'by a status of %i: every further call would get it too',
    async (code) => {
      const { run, service } = await waitingFor([]);
      service.always(status(code));
      const report = await run({ pending: ids, concurrency: 2 });
      expect(report.stoppedBy).toMatchObject({ name: 'ServiceError', status: code });
      expect(service.requests.length).toBeLessThanOrEqual(2);
    },
  );

  it('by its signal: nothing further is asked, what was cut short is not counted', async () => {
    const abort = new AbortController();
    const { run, service } = await waitingFor([]);
    service.next(json([]), json([]));
    service.always(hang);
    const report = run({ pending: ids, concurrency: 2, signal: abort.signal });
    await vi.waitFor(() => expect(service.requests).toHaveLength(4));
    abort.abort('enough');
    expect(await report).toEqual({ ...nothing, asked: 2, stillPending: 2, stoppedBy: 'enough' });
  });

  it('by its signal while it waits for the next id', async () => {
    const abort = new AbortController();
    const { run } = await waitingFor([]);
    async function* silent(): AsyncGenerator<string> {
      await new Promise(() => {});
    }
    setTimeout(() => abort.abort('enough'), 20);
    expect(await run({ pending: silent(), signal: abort.signal })).toEqual({
      ...nothing,
      stoppedBy: 'enough',
    });
  });

  it('by its signal only after the handler at work has ended', async () => {
    const abort = new AbortController();
    const { run, handler } = await waitingFor([result('a')]);
    let ended = false;
    handler.mockImplementation(async () => {
      abort.abort('enough');
      await new Promise((resolve) => setTimeout(resolve, 30));
      ended = true;
    });
    const onSettled = vi.fn();
    const report = await run({
      pending: ['a', ...ids],
      concurrency: 1,
      signal: abort.signal,
      onSettled,
    });
    expect([ended, onSettled.mock.calls.length]).toEqual([true, 1]);
    expect(report).toEqual({ ...nothing, asked: 1, found: 1, recovered: 1, stoppedBy: 'enough' });
  });

  it('by a receiver that drains', async () => {
    const { run, receiver, service } = await waitingFor(ids.map((id) => result(id)));
    await receiver.drain();
    const report = await run({ pending: ids, concurrency: 1 });
    expect(report).toMatchObject({ asked: 1, failed: 1, stoppedBy: { message: /draining/ } });
    expect(service.requests).toHaveLength(1);
  });

  it('by what pending throws', async () => {
    const { run } = await waitingFor([result('a')]);
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
  it('no more than concurrency are under way', async () => {
    const { run, service } = await waitingFor([]);
    let open = 0;
    let most = 0;
    service.always((response, request) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        json([])(response, request);
      }, 5);
    });
    const pending = Array.from({ length: 40 }, (_, index) => `id_${index}`);
    expect(await run({ pending, concurrency: 3 })).toMatchObject({ asked: 40 });
    expect(most).toBe(3);
  });

  it('no id is taken from the list before a lane is free for it', async () => {
    const { run, service } = await waitingFor([]);
    service.always(hang);
    const abort = new AbortController();
    let taken = 0;
    function* ids() {
      for (;;) {
        taken += 1;
        yield `id_${taken}`;
      }
    }
    const report = run({ pending: ids(), concurrency: 4, signal: abort.signal });
    await vi.waitFor(() => expect(service.requests).toHaveLength(4));
    abort.abort();
    await report;
    expect(taken).toBe(4);
  });
});

it.each([
  ['concurrency', 0],
  ['concurrency', 1.5],
  ['requestsPerSecond', 0],
  ['maxAge', Number.NaN],
  ['toEventType', 'completed'],
  ['onSettled', {}],
  ['now', 7],
])('%s: %s is refused', async (option, value) => {
  const { client, receiver } = await waitingFor([]);
  const call = reconcile({ client, receiver, pending: [], now, [option]: value });
  await expect(call).rejects.toBeInstanceOf(InvalidInputError);
  await expect(call).rejects.toMatchObject({ input: option });
});

it('a receiver without reconciliation is refused, before any request', async () => {
  const { run, service } = await waitingFor([result('a')], { reconciliation: false });
  await expect(run({ pending: ['a'] })).rejects.toThrow(/receiver: set `reconciliation: true`/);
  expect(service.requests).toEqual([]);
});
