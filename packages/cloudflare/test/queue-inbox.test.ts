import { fixture } from '@screening-webhooks/testing';
import { describe, expect, it } from 'vitest';
import { queueInbox } from '../src/index.js';
import { down, fakeQueue, recordedStore } from './support/fakes.js';

const event = fixture('document_verification.recorded', { id: 'evt_1' });
const entry = { key: 'int:evt_1', receivedAt: 1_700_000_000_000 };

describe('queueInbox', () => {
  it('claims, sends, commits, in this order', async () => {
    const order: string[] = [];
    const store = recordedStore();
    const queue = fakeQueue(async () => void order.push(...store.calls));
    expect(await queueInbox(queue, store).store(event, entry)).toBe('stored');
    expect(order).toEqual(['claim accepted|int:evt_1 30000']);
    expect(store.calls[1]).toBe('commit accepted|int:evt_1 604800000');
    expect(queue.sent).toEqual([{ event, ...entry }]);
  });

  it('frees the id when the send fails, so that the next delivery sends', async () => {
    const store = recordedStore();
    const failing = queueInbox(
      fakeQueue(() => Promise.reject(new Error('Queue sendBatch failed'))),
      store,
    );
    await expect(failing.store(event, entry)).rejects.toThrow('sendBatch failed');
    expect(store.calls[1]).toBe('release accepted|int:evt_1');
    expect(await queueInbox(fakeQueue(), store).store(event, entry)).toBe('stored');
  });

  it('says neither while another delivery is being stored', async () => {
    let arrived = (): void => {};
    const queue = fakeQueue(() => new Promise((resolve) => (arrived = resolve)));
    const inbox = queueInbox(queue, recordedStore());
    const first = inbox.store(event, entry);
    await expect(inbox.store(event, entry)).rejects.toThrow(/being stored/);
    arrived();
    expect(await first).toBe('stored');
    expect(await inbox.store(event, entry)).toBe('duplicate');
    expect(queue.sent).toHaveLength(1);
  });

  it('sends again when a crash came before the send, once its lease has ended', async () => {
    const store = recordedStore();
    const crashed = queueInbox(
      fakeQueue(() => new Promise(() => {})),
      store,
      { lease: 20 },
    );
    void crashed.store(event, entry);
    await new Promise((resolve) => setTimeout(resolve, 40));
    const queue = fakeQueue();
    expect(await queueInbox(queue, store).store(event, entry)).toBe('stored');
    expect(queue.sent).toHaveLength(1);
  });

  it('sends nothing when the store is down', async () => {
    const queue = fakeQueue();
    const inbox = queueInbox(queue, recordedStore({ claim: down }));
    await expect(inbox.store(event, entry)).rejects.toThrow('the store is down');
    expect(queue.sent).toEqual([]);
  });

  it.each([
    ['fails', down],
    ['comes too late', () => false],
  ])('says stored when the queue has the event and the commit %s', async (_, commit) => {
    const inbox = queueInbox(fakeQueue(), recordedStore({ commit }));
    expect(await inbox.store(event, entry)).toBe('stored');
  });

  it('refuses, before it claims, an event that no message can hold: bytes count, not characters', async () => {
    const store = recordedStore();
    const queue = fakeQueue();
    const large = fixture('document_verification.recorded', {
      data: { externalId: 'ë'.repeat(64_000) },
    });
    await expect(queueInbox(queue, store).store(large, entry)).rejects.toThrow(RangeError);
    expect(store.calls).toEqual([]);
    expect(queue.sent).toEqual([]);
  });

  it('refuses what is no queue, no store or no time', () => {
    const queue = fakeQueue();
    const binding = { idFromName: () => {}, get: () => {} };
    expect(() => queueInbox(undefined as never, recordedStore())).toThrow(/queues\.producers/);
    expect(() => queueInbox(queue, binding as never)).toThrow(/store: .*durableObjectStore/);
    expect(() => queueInbox(queue, recordedStore(), { lease: 0 })).toThrow(/lease: /);
    expect(() => queueInbox(queue, recordedStore(), { retention: Number.NaN })).toThrow(
      /retention: /,
    );
  });
});
