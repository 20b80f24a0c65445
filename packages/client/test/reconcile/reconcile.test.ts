import { PermanentError } from '@screening-webhooks/core';
import { describe, expect, it, vi } from 'vitest';
import { InvalidInputError, reconcile } from '../../src/index.js';
import { json } from '../support/fake-service.js';
import { nothing, now, result, underWay, waitingFor } from '../support/waiting.js';

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
