import { afterEach, describe, expect, it, vi } from 'vitest';
import type { VerificationRecord } from '../../src/index.js';
import { json, status } from '../support/fake-service.js';
import {
  type Data,
  emptyReport,
  finalRecord,
  recordInProgress,
  setUpReconciliation,
} from '../support/set-up-reconciliation.js';

afterEach(() => void vi.useRealTimers());

const from = Date.parse('2026-11-20T09:00:00.000Z');

/** The final records of the id `a`, newest first, as services list them. */
function recordsOfA(count: number): Data[] {
  return Array.from({ length: count }, (_, index) =>
    finalRecord('a', {
      verificationId: `dv_${count - index}`,
      completedAt: new Date(from + (count - index) * 1000).toISOString(),
    }),
  );
}

/** A page of a list whose cursors are offsets. */
function pageOf(records: readonly Data[], cursor: string | undefined, size: number) {
  const end = Number(cursor ?? 0) + size;
  const hasMore = end < records.length;
  return {
    object: 'list',
    data: records.slice(end - size, end),
    hasMore,
    nextCursor: hasMore ? String(end) : null,
  };
}

/** A run over the id `a` whose list is this function. It keeps the cursors that it was asked for. */
async function setUpList(page: (cursor: string | undefined) => unknown) {
  const { run, handler } = await setUpReconciliation([]);
  const cursors: (string | undefined)[] = [];
  const onSettled = vi.fn<(externalId: string, records: readonly VerificationRecord[]) => void>();
  const onFailed = vi.fn<(externalId: string, reason: unknown) => void>();
  const list = async ({ cursor }: { readonly cursor?: string | undefined }) => {
    cursors.push(cursor);
    const answer = await page(cursor);
    return answer as { readonly data: readonly VerificationRecord[] };
  };
  return {
    cursors,
    handler,
    onSettled,
    onFailed,
    run: (options: Partial<Parameters<typeof run>[0]> = {}) =>
      run({
        client: { documentVerifications: { list } },
        pending: ['a'],
        requestsPerSecond: 100_000,
        onSettled,
        onFailed,
        ...options,
      }),
  };
}

const seenBy = ({ mock }: { readonly mock: { readonly calls: readonly [{ data: unknown }][] } }) =>
  mock.calls.map(([{ data }]) => Reflect.get(Object(data), 'verificationId'));

describe('a list with pages', () => {
  it('is read to its end: each result is processed once, oldest first, before the id is settled', async () => {
    const records = recordsOfA(60);
    const { run, service, handler } = await setUpReconciliation([]);
    service.always((response, request) => {
      const cursor = request.query.get('cursor') ?? undefined;
      json(pageOf(records, cursor, 25))(response, request);
    });
    const onSettled = vi.fn();
    expect(await run({ pending: ['a'], onSettled })).toMatchObject({ asked: 1, recovered: 1 });
    expect(service.requests.map(({ query }) => [...query])).toEqual([
      [['externalId', 'a']],
      [
        ['externalId', 'a'],
        ['cursor', '25'],
      ],
      [
        ['externalId', 'a'],
        ['cursor', '50'],
      ],
    ]);
    expect(seenBy(handler)).toEqual(Array.from({ length: 60 }, (_, index) => `dv_${index + 1}`));
    expect(onSettled.mock.calls).toEqual([['a', records]]);
  });

  it('is read up to 100 pages in a run that finds something, and each run gets further', async () => {
    const records = [recordInProgress('a'), ...recordsOfA(250)];
    const { run, cursors, handler, onSettled } = await setUpList((cursor) =>
      pageOf(records, cursor, 1),
    );
    expect(await run()).toEqual({ ...emptyReport, asked: 1, found: 1, stillPending: 1 });
    expect([cursors.length, handler.mock.calls.length]).toEqual([100, 99]);
    expect(await run()).toMatchObject({ stillPending: 1 });
    expect([cursors.length, handler.mock.calls.length]).toEqual([300, 199]);
    expect(await run()).toMatchObject({ stillPending: 1 });
    expect([cursors.length, handler.mock.calls.length]).toEqual([551, 250]);
    expect(onSettled).not.toHaveBeenCalled();
    records.shift();
    expect(await run()).toMatchObject({ alreadyHandled: 1 });
    expect(onSettled.mock.calls).toEqual([['a', records]]);
    expect(new Set(seenBy(handler)).size).toBe(250);
    expect(handler).toHaveBeenCalledTimes(250);
  });

  it.each([
    ['without paging', {}],
    ['with hasMore: false and a cursor', { hasMore: false, nextCursor: 'c' }],
    ['with a null cursor', { nextCursor: null }],
    ['with an empty cursor', { nextCursor: '' }],
  ])('has one page in an envelope %s', async (_name, envelope) => {
    const { run, cursors } = await setUpList(() => ({ data: recordsOfA(2), ...envelope }));
    expect(await run()).toMatchObject({ recovered: 1 });
    expect(cursors).toEqual([undefined]);
  });

  it('has another page when there is a cursor and no hasMore', async () => {
    const records = recordsOfA(2);
    const { run, cursors } = await setUpList((cursor) => {
      const { data, nextCursor } = pageOf(records, cursor, 1);
      return { data, nextCursor };
    });
    expect(await run()).toMatchObject({ recovered: 1 });
    expect(cursors).toEqual([undefined, '1']);
  });

  it('counts each page against requestsPerSecond', async () => {
    const records = recordsOfA(3);
    const times: number[] = [];
    const { run } = await setUpList((cursor) => {
      times.push(performance.now());
      return pageOf(records, cursor, 1);
    });
    vi.useFakeTimers();
    const start = performance.now();
    const report = run({ requestsPerSecond: 10, pending: ['a', 'b'], concurrency: 1 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await report).toMatchObject({ asked: 2 });
    expect(times.map((time) => time - start)).toEqual([0, 100, 200, 300, 400, 500]);
  });
});

describe('an id of which not every page was read stays pending', () => {
  it.each([
    ['no cursor', undefined],
    ['a null cursor', null],
    ['an empty cursor', ''],
    ['a number as the cursor', 7],
    ['an object as the cursor', { after: 'dv_1' }],
  ])('when there is more and %s', async (_name, nextCursor) => {
    const { run, handler, onSettled, onFailed } = await setUpList(() => ({
      data: recordsOfA(2),
      hasMore: true,
      nextCursor,
    }));
    expect(await run()).toMatchObject({ asked: 1, found: 1, recovered: 0, failed: 1 });
    expect(handler).toHaveBeenCalledTimes(2);
    expect(onSettled).not.toHaveBeenCalled();
    expect(onFailed.mock.calls).toMatchObject([['a', { message: /nextCursor/ }]]);
  });

  it.each([
    ['the same cursor', ['x', 'x'], 2],
    ['a circle of cursors', ['x', 'y', 'x'], 3],
  ])('when the service gives %s', async (_name, given, requests) => {
    const answers = [...given];
    const { run, cursors, onSettled, onFailed } = await setUpList(() => ({
      data: recordsOfA(2),
      hasMore: true,
      nextCursor: answers.shift(),
    }));
    expect(await run()).toMatchObject({ found: 1, failed: 1 });
    expect(cursors).toHaveLength(requests);
    expect(onSettled).not.toHaveBeenCalled();
    expect(onFailed.mock.calls).toMatchObject([['a', { message: /repeats its pages/ }]]);
  });

  it('when the service ignores the cursor and gives a new one each time', async () => {
    let number = 0;
    const { run, cursors, handler, onSettled, onFailed } = await setUpList(() => {
      number += 1;
      return { data: recordsOfA(2), hasMore: true, nextCursor: `c${number}` };
    });
    expect(await run()).toMatchObject({ found: 1, stillPending: 1 });
    expect(await run()).toMatchObject({ found: 1, failed: 1 });
    expect(cursors).toHaveLength(300);
    expect(handler).toHaveBeenCalledTimes(2);
    expect(onSettled).not.toHaveBeenCalled();
    expect(onFailed.mock.calls).toMatchObject([['a', { message: /repeats its pages/ }]]);
  });

  it('when a page fails: the pages before it are processed, the next run reads the rest', async () => {
    const records = recordsOfA(50);
    const { run, service, handler } = await setUpReconciliation([]);
    let broken = true;
    service.always((response, request) => {
      const cursor = request.query.get('cursor') ?? undefined;
      const respond = cursor && broken ? status(404) : json(pageOf(records, cursor, 25));
      respond(response, request);
    });
    const onSettled = vi.fn();
    const onFailed = vi.fn();
    const options = { pending: ['a'], onSettled, onFailed };
    expect(await run(options)).toEqual({ ...emptyReport, asked: 1, found: 1, failed: 1 });
    expect(onFailed.mock.calls).toMatchObject([['a', { code: 'not_found' }]]);
    expect([handler.mock.calls.length, onSettled.mock.calls.length]).toEqual([25, 0]);
    broken = false;
    expect(await run(options)).toMatchObject({ recovered: 1 });
    expect([handler.mock.calls.length, onSettled.mock.calls.length]).toEqual([50, 1]);
  });

  it('when the key is refused for a page, which ends the run', async () => {
    const { run, service } = await setUpReconciliation([]);
    service.always(status(401));
    service.next(json(pageOf(recordsOfA(2), undefined, 1)));
    const report = await run({ pending: ['a', 'b', 'c'], concurrency: 1 });
    expect(report).toMatchObject({ asked: 1, found: 1, failed: 1, stoppedBy: { status: 401 } });
  });

  it('when the signal aborts between two pages: no handler runs, and it is not counted', async () => {
    const controller = new AbortController();
    const { run, cursors, handler } = await setUpList((cursor) => {
      controller.abort('enough');
      return pageOf(recordsOfA(2), cursor, 1);
    });
    const report = await run({ signal: controller.signal });
    expect(report).toEqual({ ...emptyReport, stoppedBy: 'enough' });
    expect([cursors.length, handler.mock.calls.length]).toEqual([1, 0]);
  });
});
