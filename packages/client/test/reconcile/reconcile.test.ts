import { PermanentError } from '@screening-webhooks/core';
import { describe, expect, it, vi } from 'vitest';
import { InvalidInputError, reconcile } from '../../src/index.js';
import { json } from '../support/fake-service.js';
import {
  emptyReport,
  finalRecord,
  now,
  recordInProgress,
  setUpReconciliation,
  webhookEvent,
} from '../support/set-up-reconciliation.js';

describe('reconcile', () => {
  it('counts the ids, and passes each final record to the handlers once', async () => {
    const { run, deliver, handler } = await setUpReconciliation([
      finalRecord('lost'),
      finalRecord('delivered'),
      recordInProgress('inProgress'),
    ]);
    await deliver(webhookEvent(finalRecord('delivered')));
    const pending = ['lost', 'delivered', 'inProgress', 'unknown'];
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

  it('creates the same event for a record each time, with its result id', async () => {
    const record = finalRecord('a', { related: { kept: true } });
    const { run, handler } = await setUpReconciliation([record]);
    await run({ pending: ['a'] });
    expect(handler.mock.lastCall?.[0]).toEqual({
      id: 'result:dv_a:VERIFIED:2026-11-20T09:58:47.903Z',
      type: 'document_verification.completed',
      created: '2026-11-20T09:58:47.903Z',
      data: record,
      source: 'poll',
    });
  });

  it('a webhook that arrives later is a duplicate', async () => {
    const { run, deliver } = await setUpReconciliation([finalRecord('a')]);
    await run({ pending: ['a'] });
    expect(await deliver(webhookEvent(finalRecord('a')))).toBe('duplicate');
  });

  it('accepts envelopes, async iterables and functions', async () => {
    const { run, service } = await setUpReconciliation([]);
    service.always(json({ data: [], hasMore: false }));
    async function* ids() {
      yield 'a';
      yield 'b';
    }
    expect(await run({ pending: ids() })).toMatchObject({ asked: 2 });
    expect(await run({ pending: async () => new Set(['a']) })).toMatchObject({ asked: 1 });
    expect(await run({ pending: [] })).toEqual(emptyReport);
  });

  it('ignores records of other ids', async () => {
    const { run, service, handler } = await setUpReconciliation([]);
    service.always(json([finalRecord('other'), finalRecord('another')]));
    expect(await run({ pending: ['a'] })).toMatchObject({ found: 0, stillPending: 1 });
    expect(handler).not.toHaveBeenCalled();
  });

  it('processes the results of one id oldest first, and keeps the id while another one is in progress', async () => {
    const older = finalRecord('a', {
      verificationId: 'dv_old',
      completedAt: '2026-11-19T10:00:00.000Z',
    });
    const { run, handler } = await setUpReconciliation([
      finalRecord('a'),
      older,
      recordInProgress('a'),
    ]);
    const onSettled = vi.fn();
    expect(await run({ pending: ['a'], onSettled })).toMatchObject({ found: 1, stillPending: 1 });
    const seen = handler.mock.calls.map(([{ data }]) =>
      Reflect.get(Object(data), 'verificationId'),
    );
    expect(seen).toEqual(['dv_old', 'dv_a']);
    expect(onSettled).not.toHaveBeenCalled();
  });

  it('does not process a result older than maxAge', async () => {
    const old = finalRecord('a', {
      verificationId: 'dv_old',
      completedAt: '2026-11-01T10:00:00.000Z',
    });
    const { run, handler, service } = await setUpReconciliation([old, finalRecord('a')]);
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

  it('toEventType determines the event type of a record', async () => {
    const record = finalRecord('a', { status: 'REJECTED', verified: false });
    const { run, handler } = await setUpReconciliation([record]);
    await run({
      pending: ['a'],
      toEventType: ({ status }) =>
        status === 'REJECTED' ? 'document_verification.failed' : undefined,
    });
    expect(handler.mock.lastCall?.[0].type).toBe('document_verification.failed');
  });
});

describe('onSettled', () => {
  it('is called for an id only after its handler has succeeded', async () => {
    const { run, handler } = await setUpReconciliation([
      finalRecord('good'),
      finalRecord('bad'),
      recordInProgress('inProgress'),
    ]);
    const reason = new Error('the database is down');
    handler.mockImplementation(({ data }) => {
      if (Reflect.get(Object(data), 'externalId') === 'bad') throw reason;
    });
    const onSettled = vi.fn();
    const onFailed = vi.fn();
    const pending = ['good', 'bad', 'inProgress'];
    expect(await run({ pending, onSettled, onFailed })).toMatchObject({
      recovered: 1,
      failed: 1,
      stillPending: 1,
    });
    expect(onSettled.mock.calls).toEqual([['good', [finalRecord('good')]]]);
    expect(onFailed.mock.calls).toEqual([['bad', reason]]);

    handler.mockImplementation(() => {});
    expect(await run({ pending: ['bad'], onSettled })).toMatchObject({ recovered: 1, failed: 0 });
    expect(onSettled).toHaveBeenLastCalledWith('bad', [finalRecord('bad')]);
  });

  it('is called for a duplicate, and after a PermanentError', async () => {
    const { run, handler } = await setUpReconciliation([finalRecord('a')]);
    handler.mockRejectedValueOnce(new PermanentError('no such clinician'));
    const onSettled = vi.fn();
    expect(await run({ pending: ['a'], onSettled })).toMatchObject({ recovered: 1 });
    expect(await run({ pending: ['a'], onSettled })).toMatchObject({ alreadyHandled: 1 });
    expect(onSettled).toHaveBeenCalledTimes(2);
  });

  it('makes the id count as failed when it throws', async () => {
    const { run } = await setUpReconciliation([finalRecord('a')]);
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
])('rejects %s: %s', async (option, value) => {
  const { client, receiver } = await setUpReconciliation([]);
  const call = reconcile({ client, receiver, pending: [], now, [option]: value });
  await expect(call).rejects.toBeInstanceOf(InvalidInputError);
  await expect(call).rejects.toMatchObject({ input: option });
});

it('rejects a receiver without reconciliation, before any request', async () => {
  const { run, service } = await setUpReconciliation([finalRecord('a')], { reconciliation: false });
  await expect(run({ pending: ['a'] })).rejects.toThrow(/receiver: set `reconciliation: true`/);
  expect(service.requests).toEqual([]);
});
