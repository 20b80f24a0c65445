import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type DedupeStore,
  type EventEnvelope,
  type InboxEntry,
  memoryStore,
} from '../../src/index.js';
import { deferred, faultyStore, throwing } from '../support/manual.js';
import { pollOf, receiverWith, webhook } from '../support/reconciling.js';

describe('with an inbox', () => {
  const entries: [EventEnvelope, InboxEntry][] = [];
  const ids = new Set<string>();
  const inbox = {
    store: (event: EventEnvelope, entry: InboxEntry) => {
      if (ids.has(entry.key)) return 'duplicate' as const;
      ids.add(entry.key);
      entries.push([event, entry]);
      return 'stored' as const;
    },
  };
  beforeEach(() => {
    entries.length = 0;
    ids.clear();
  });

  it('a result is stored once, whichever way it came first', async () => {
    const first = receiverWith({ inbox });
    expect([await first.deliver(webhook('evt_1')), await first.poll()]).toEqual([
      'accepted',
      'duplicate',
    ]);
    const data = { verificationId: 'dv_2' };
    expect([await first.poll(pollOf(data)), await first.deliver(webhook('evt_2', data))]).toEqual([
      'accepted',
      'duplicate',
    ]);
    expect(entries.map(([{ id, source }]) => [id, source])).toEqual([
      ['evt_1', undefined],
      [expect.stringMatching(/^result:dv_2:/), 'poll'],
    ]);
    expect(first.handler).not.toHaveBeenCalled();
  });

  it('without a store to remember the result, nothing is stored', async () => {
    const error = new Error('no store for this tenant');
    const { receiver } = receiverWith({ inbox, dedupe: throwing(error) });
    expect(await receiver.process(pollOf())).toMatchObject({
      kind: 'unavailable',
      reason: 'dedupe',
      error,
    });
    expect(entries).toEqual([]);
  });

  it('the keys under which workers may claim its events stay free', async () => {
    const { deliver, poll: process, store } = receiverWith({ inbox });
    await deliver(webhook('evt_1'));
    await process(pollOf({ verificationId: 'dv_2' }));
    if (typeof store === 'function') throw new Error('a store');
    for (const [, { key }] of entries)
      expect(await store.claim(key, 'worker', 1000)).toBe('acquired');
  });

  it('an event stored before the option was set stays a duplicate, and its result is then known', async () => {
    await receiverWith({ inbox, reconciliation: false }).deliver(webhook('evt_1'));
    const { deliver, poll } = receiverWith({ inbox });
    expect(await deliver(webhook('evt_1'))).toBe('duplicate');
    expect(await poll()).toBe('duplicate');
    expect(entries).toHaveLength(1);
  });

  it('a dedupe store that is down is named as such, and nothing is stored', async () => {
    const claim = () => Promise.reject(new Error('down'));
    const { receiver } = receiverWith({ inbox, dedupe: faultyStore({ claim }) });
    expect(await receiver.process(pollOf())).toMatchObject({
      kind: 'unavailable',
      reason: 'dedupe',
    });
    expect(entries).toEqual([]);
  });

  it('a claim whose reply was lost does not keep the retry out', async () => {
    const inner = memoryStore();
    const claim = vi.fn<DedupeStore['claim']>(inner.claim).mockImplementationOnce((...asked) => {
      inner.claim(...asked);
      return Promise.reject(new Error('connection reset'));
    });
    const { deliver } = receiverWith({ inbox, dedupe: { ...inner, claim } });
    expect(await deliver(webhook('evt_1'))).toBe('unavailable');
    expect(await deliver(webhook('evt_1'))).toBe('accepted');
  });

  it('that is down keeps nothing from trying again, and one at a time tries', async () => {
    const hold = deferred<'stored'>();
    const store = vi.fn(() => hold.promise);
    store.mockRejectedValueOnce(new Error('down'));
    const { deliver, poll } = receiverWith({ inbox: { store } });
    expect(await deliver(webhook('evt_1'))).toBe('unavailable');
    const second = deliver(webhook('evt_1'));
    await vi.waitFor(() => expect(store).toHaveBeenCalledTimes(2));
    expect(await poll()).toBe('in_progress');
    hold.resolve('stored');
    expect([await second, await poll()]).toEqual(['accepted', 'duplicate']);
  });

  it('a commit that fails after the event was stored changes nothing', async () => {
    const commit = () => Promise.reject(new Error('down'));
    const { deliver } = receiverWith({ inbox, dedupe: faultyStore({ commit }) });
    expect(await deliver(webhook('evt_1'))).toBe('accepted');
  });

  it('a release after a failed store is handed to waitUntil, and its own failure changes nothing', async () => {
    const dedupe = faultyStore({ release: () => Promise.reject(new Error('down')) });
    const { receiver } = receiverWith({
      inbox: { store: () => Promise.reject(new Error('down')) },
      dedupe,
    });
    const work: Promise<unknown>[] = [];
    const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
    expect(await receiver.process(pollOf(), { waitUntil })).toMatchObject({
      kind: 'unavailable',
      reason: 'inbox',
    });
    expect(dedupe.asked).toEqual(['claim', 'release']);
    expect(work).toHaveLength(1);
    await work[0];
  });

  it.each([
    ['ok', "'ok'"],
    [undefined, 'undefined'],
    [true, 'boolean'],
  ])('an answer of %j is an error that names it', async (answer, named) => {
    const store = () => answer as 'stored';
    for (const reconciliation of [true, false]) {
      const { receiver } = receiverWith({ inbox: { store }, reconciliation });
      expect(await receiver.process(pollOf())).toMatchObject({
        reason: 'inbox',
        error: new TypeError(
          `The inbox answered ${named}. Expected 'stored' or 'duplicate'; the event is not safe.`,
        ),
      });
    }
  });
});
