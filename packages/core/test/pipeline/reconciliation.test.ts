import { describe, expect, it, vi } from 'vitest';
import { type DedupeStore, memoryStore, PermanentError } from '../../src/index.js';
import { deferred, faultyStore, throwing, useFakeTime } from '../support/manual.js';
import { pollOf, RESULT, receiverWith, webhook } from '../support/reconciling.js';
import { now } from '../support/signed-delivery.js';

describe('with reconciliation', () => {
  it('an event that came by webhook is a duplicate by poll, and the other way round', async () => {
    const first = receiverWith();
    expect([await first.deliver(webhook('evt_1')), await first.poll()]).toEqual([
      'processed',
      'duplicate',
    ]);
    const second = receiverWith();
    expect([await second.poll(), await second.deliver(webhook('evt_1'))]).toEqual([
      'processed',
      'duplicate',
    ]);
    expect(second.handler).toHaveBeenCalledTimes(1);
  });

  it('two events of one result are handled once, two results of one verification twice', async () => {
    const { deliver, handler } = receiverWith();
    expect(await deliver(webhook('evt_1'))).toBe('processed');
    expect(await deliver(webhook('evt_2'))).toBe('duplicate');
    expect(await deliver(webhook('evt_3', { completedAt: '2026-11-21T00:00:00.000Z' }))).toBe(
      'processed',
    );
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it('an event that was processed before the option was set stays a duplicate', async () => {
    const before = receiverWith({ reconciliation: false });
    expect(await before.deliver(webhook('evt_1'))).toBe('processed');
    const { deliver, handler } = receiverWith({ dedupe: before.store });
    expect(await deliver(webhook('evt_1'))).toBe('duplicate');
    expect(handler).not.toHaveBeenCalled();
  });

  it('while one is at work, the other is in progress, under either key', async () => {
    const hold = deferred();
    const { deliver, handler, poll } = receiverWith();
    handler.mockImplementationOnce(() => hold.promise);
    const first = deliver(webhook('evt_1'));
    await vi.waitFor(() => expect(handler).toHaveBeenCalled());
    expect(await poll()).toBe('in_progress');
    expect(await deliver(webhook('evt_1'))).toBe('in_progress');
    expect(await deliver(webhook('evt_2'))).toBe('in_progress');
    hold.resolve();
    expect(await first).toBe('processed');
    expect(await deliver(webhook('evt_2'))).toBe('duplicate');
  });

  it('a handler that fails frees both keys', async () => {
    const { deliver, handler, poll } = receiverWith();
    handler.mockRejectedValueOnce(new Error('once'));
    expect(await deliver(webhook('evt_1'))).toBe('failed');
    expect(await poll()).toBe('processed');
    handler.mockRejectedValueOnce(new Error('once'));
    const data = { verificationId: 'dv_2' };
    expect(await poll(pollOf(data))).toBe('failed');
    expect(await deliver(webhook('evt_2', data))).toBe('processed');
  });

  it('a PermanentError settles both', async () => {
    const { deliver, handler, poll } = receiverWith();
    handler.mockRejectedValueOnce(new PermanentError('no'));
    expect([await deliver(webhook('evt_1')), await poll()]).toEqual(['discarded', 'duplicate']);
  });
});

it('without it, nothing more is asked of the store', async () => {
  const dedupe = faultyStore();
  const { deliver, receiver } = receiverWith({ dedupe, reconciliation: false });
  await deliver(webhook('evt_1'));
  expect(dedupe.asked).toEqual(['claim', 'commit']);
  expect(receiver.reconciles).toBe(false);
});

describe('a crash', () => {
  // A receiver that died would have no timers.
  useFakeTime({ toFake: ['setTimeout', 'clearTimeout'] });

  /** A store whose process dies before the nth commit: that one and all after it never happen. */
  function dyingAt(commit: number): {
    store: DedupeStore;
    inner: DedupeStore;
    clock: { ms: number };
    /** Resolves when the process dies. */
    died: Promise<void>;
  } {
    const clock = { ms: 0 };
    const inner = memoryStore({ now: () => clock.ms, monotonicNow: () => clock.ms });
    let commits = 0;
    const dead = () => commits >= commit;
    const death = deferred();
    const store: DedupeStore = {
      claim: inner.claim,
      extend: inner.extend,
      commit(...args) {
        commits += 1;
        if (!dead()) return inner.commit(...args);
        death.resolve();
        return new Promise<never>(() => {});
      },
      release: (...args) => (dead() ? false : inner.release(...args)),
    };
    return { store, inner, clock, died: death.promise };
  }

  it('between the two commits leaves the result done: no poll and no retry runs it again', async () => {
    const { store, inner, clock, died } = dyingAt(2);
    const dying = receiverWith({ dedupe: store });
    void dying.deliver(webhook('evt_1'));
    await died;
    clock.ms += 60_000;
    const next = receiverWith({ dedupe: inner });
    expect(await next.poll()).toBe('duplicate');
    expect(await next.deliver(webhook('evt_1'))).toBe('duplicate');
    expect(await next.deliver(webhook('evt_2'))).toBe('duplicate');
    expect(next.handler).not.toHaveBeenCalled();
  });

  it('before both leaves both to their leases', async () => {
    const { store, inner, clock, died } = dyingAt(1);
    const dying = receiverWith({ dedupe: store });
    void dying.deliver(webhook('evt_1'));
    await died;
    const next = receiverWith({ dedupe: inner });
    expect([await next.poll(), await next.deliver(webhook('evt_1'))]).toEqual([
      'in_progress',
      'in_progress',
    ]);
    clock.ms += 60_000;
    expect([await next.poll(), await next.deliver(webhook('evt_1'))]).toEqual([
      'processed',
      'duplicate',
    ]);
  });
});

describe('a store that fails', () => {
  it('at the claim of the result: nothing runs, and the event is free again', async () => {
    const inner = memoryStore({ now });
    const claim = vi.fn(inner.claim).mockImplementationOnce(inner.claim);
    claim.mockImplementationOnce(throwing(new Error('down')));
    const { deliver, handler } = receiverWith({ dedupe: { ...inner, claim } });
    expect(await deliver(webhook('evt_1'))).toBe('unavailable');
    expect(handler).not.toHaveBeenCalled();
    expect(await deliver(webhook('evt_1'))).toBe('processed');
  });

  /** The operation, which does its work, and of whose replies each nth is lost. */
  function losing<Args extends unknown[]>(
    work: (...args: Args) => unknown,
    nth: (call: number) => boolean,
  ) {
    let calls = 0;
    return vi.fn((...args: Args) => {
      calls += 1;
      const answer = work(...args);
      return nth(calls) ? Promise.reject(new Error('connection reset')) : (answer as never);
    });
  }

  it.each([1, 2])('by losing the reply to claim %i: both keys are free again', async (lost) => {
    const inner = memoryStore({ now });
    const claim = losing(inner.claim, (call) => call === lost);
    const { deliver, poll } = receiverWith({ dedupe: { ...inner, claim } });
    expect(await deliver(webhook('evt_1'))).toBe('unavailable');
    expect(await poll()).toBe('processed');
    expect(await deliver(webhook('evt_1'))).toBe('duplicate');
  });

  it('by losing the reply to a commit: it is repeated, and the event is done', async () => {
    const inner = memoryStore({ now });
    const commit = losing(inner.commit, (call) => call % 2 === 1);
    const { deliver } = receiverWith({ dedupe: { ...inner, commit } });
    expect(await deliver(webhook('evt_1'))).toBe('processed');
    expect(await deliver(webhook('evt_1'))).toBe('duplicate');
    expect(commit).toHaveBeenCalledTimes(4);
  });

  it('once at the second commit: it is tried again, the first is not', async () => {
    const inner = memoryStore({ now });
    const commit = vi.fn(inner.commit).mockImplementationOnce(inner.commit);
    commit.mockImplementationOnce(throwing(new Error('down')));
    const { deliver } = receiverWith({ dedupe: { ...inner, commit } });
    expect(await deliver(webhook('evt_1'))).toBe('processed');
    const event = 'int_staffing:evt_1';
    expect(commit.mock.calls.map(([key]) => key)).toEqual([`int_staffing:${RESULT}`, event, event]);
  });

  it('at a release: the other is released all the same', async () => {
    const release = vi.fn(throwing(new Error('down')));
    const dedupe = faultyStore({ release });
    const { deliver, handler } = receiverWith({ dedupe });
    handler.mockRejectedValueOnce(new Error('handler'));
    expect(await deliver(webhook('evt_1'))).toBe('failed');
    expect(release).toHaveBeenCalledTimes(2);
  });
});

it('reconciliation must be a boolean', () => {
  // @ts-expect-error what a JavaScript caller could give
  expect(() => receiverWith({ reconciliation: 'yes' })).toThrow(/reconciliation: expected true/);
});
