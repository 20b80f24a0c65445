import { describe, expect, it, vi } from 'vitest';
import { hang, json, status } from '../support/fake-service.js';
import { nothing, result, waitingFor } from '../support/waiting.js';

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
