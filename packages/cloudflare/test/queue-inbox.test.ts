import { fixture } from '@screening-webhooks/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queueInbox } from '../src/index.js';
import { down, fakeQueue, recordingStore } from './support/fakes.js';

const event = fixture('document_verification.recorded', { id: 'evt_1' });
const entry = { key: 'int:evt_1', receivedAt: 1_700_000_000_000 };

describe('queueInbox', () => {
  afterEach(() => void vi.useRealTimers());

  it('claims, sends, commits, in this order', async () => {
    const order: string[] = [];
    const store = recordingStore();
    const queue = fakeQueue(async () => void order.push(...store.calls));
    expect(await queueInbox(queue, store).store(event, entry)).toBe('stored');
    expect(order).toEqual(['claim %accepted:int:evt_1 30000']);
    expect(store.calls[1]).toBe('commit %accepted:int:evt_1 604800000');
    expect(queue.sent).toEqual([{ event, ...entry }]);
  });

  it('frees the id when the send fails, so that the next delivery sends', async () => {
    const store = recordingStore();
    const failing = queueInbox(
      fakeQueue(() => Promise.reject(new Error('Queue sendBatch failed'))),
      store,
    );
    await expect(failing.store(event, entry)).rejects.toThrow('sendBatch failed');
    expect(store.calls[1]).toBe('release %accepted:int:evt_1');
    expect(await queueInbox(fakeQueue(), store).store(event, entry)).toBe('stored');
  });

  it('waits for another delivery that is being stored, and rejects when it takes too long', async () => {
    let accept = (): void => {};
    const queue = fakeQueue(() => new Promise((resolve) => (accept = resolve)));
    const store = recordingStore();
    const inbox = queueInbox(queue, store, { timeout: 60_000 });
    const first = inbox.store(event, entry);
    const impatient = queueInbox(queue, store, { timeout: 50 });
    await expect(impatient.store(event, entry)).rejects.toThrow(/being stored/);
    const second = inbox.store(event, entry);
    accept();
    expect([await first, await second]).toEqual(['stored', 'duplicate']);
    expect(queue.sent).toHaveLength(1);
  });

  it('rejects, and frees the id, when the queue does not answer', async () => {
    vi.useFakeTimers();
    const store = recordingStore();
    const silent = fakeQueue(() => new Promise(() => {}));
    const refused = expect(queueInbox(silent, store).store(event, entry)).rejects.toThrow(
      'Queues did not answer within 5000 ms.',
    );
    await vi.advanceTimersByTimeAsync(5000);
    await refused;
    expect(store.calls).toContain('release %accepted:int:evt_1');
  });

  it('sends again after a crash before the send, when the lease has ended', async () => {
    vi.useFakeTimers();
    const store = recordingStore();
    await store.claim('%accepted:int:evt_1', 'crashed', 30_000);
    await vi.advanceTimersByTimeAsync(30_001);
    const queue = fakeQueue();
    expect(await queueInbox(queue, store).store(event, entry)).toBe('stored');
    expect(queue.sent).toHaveLength(1);
  });

  it('sends nothing when the store is down', async () => {
    const queue = fakeQueue();
    const inbox = queueInbox(queue, recordingStore({ claim: down }));
    await expect(inbox.store(event, entry)).rejects.toThrow('the store is down');
    expect(queue.sent).toEqual([]);
  });

  it.each([
    ['fails', down],
    ['comes too late', () => false],
  ])('answers stored when the queue has the event and the commit %s', async (_, commit) => {
    const inbox = queueInbox(fakeQueue(), recordingStore({ commit }));
    expect(await inbox.store(event, entry)).toBe('stored');
  });

  it('refuses an event that is too large for a message, by its bytes, before it claims', async () => {
    const store = recordingStore();
    const queue = fakeQueue();
    const large = fixture('document_verification.recorded', {
      data: { externalId: 'ë'.repeat(64_000) },
    });
    await expect(queueInbox(queue, store).store(large, entry)).rejects.toThrow(RangeError);
    expect(store.calls).toEqual([]);
    expect(queue.sent).toEqual([]);
  });

  it('throws for a malformed queue, store or option', () => {
    const queue = fakeQueue();
    const binding = { idFromName: () => {}, get: () => {} };
    expect(() => queueInbox(undefined as never, recordingStore())).toThrow(/queues\.producers/);
    expect(() => queueInbox(queue, binding as never)).toThrow(/store: .*durableObjectStore/);
    expect(() => queueInbox(queue, recordingStore(), { lease: 0 })).toThrow(/lease: /);
    expect(() => queueInbox(queue, recordingStore(), { timeout: 0 })).toThrow(/timeout: /);
    expect(() => queueInbox(queue, recordingStore(), { retention: Number.NaN })).toThrow(
      /retention: /,
    );
  });
});
