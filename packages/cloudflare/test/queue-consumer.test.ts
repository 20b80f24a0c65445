import { type DispatchOutcome, PermanentError, RetryLater } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type QueueObservation, queueConsumer } from '../src/index.js';
import { down, fakeMessage, recordedStore } from './support/fakes.js';

const event = fixture('document_verification.recorded', { id: 'evt_1' });
const body = { event, key: 'int:evt_1', receivedAt: 1_700_000_000_000 };
const processed: DispatchOutcome = { kind: 'processed' };
const failed: DispatchOutcome = { kind: 'failed', error: new Error('the database is down') };

describe('what an outcome says of the message and of the claim', () => {
  const table: readonly [DispatchOutcome, unknown, string][] = [
    [processed, 'ack', 'commit int:evt_1 604800000'],
    [{ kind: 'discarded', error: new PermanentError('gone') }, 'ack', 'commit int:evt_1 604800000'],
    [{ kind: 'ignored' }, 'ack', 'release int:evt_1'],
    [failed, { delaySeconds: 4 }, 'release int:evt_1'],
    [
      { kind: 'failed', error: new RetryLater({ after: 90.2 }), retryAfter: 90.2 },
      { delaySeconds: 91 },
      'release int:evt_1',
    ],
    [
      { kind: 'rejected', rejection: { ok: false, code: 'data_invalid' } },
      { delaySeconds: 4 },
      'release int:evt_1',
    ],
  ];
  it.each(table)('$kind', async (outcome, said, settled) => {
    const store = recordedStore();
    const message = fakeMessage(body, 3);
    await queueConsumer(async () => outcome, store)({ messages: [message] }, undefined);
    expect(message.said).toEqual([said]);
    expect(store.calls).toEqual(['claim int:evt_1 60000', settled]);
  });
});

describe('queueConsumer', () => {
  it('counts a process that throws as failed', async () => {
    const message = fakeMessage(body);
    const store = recordedStore();
    const consume = queueConsumer(() => Promise.reject(new Error('thrown')), store);
    await consume({ messages: [message] }, undefined);
    expect(message.said).toEqual([{ delaySeconds: 1 }]);
    expect(store.calls).toContain('release int:evt_1');
  });

  it('runs no handler for what is done, nor for what another is processing', async () => {
    const store = recordedStore();
    const process = vi.fn(async () => processed);
    const consume = queueConsumer(process, store);
    await store.claim('int:evt_1', 'other', 2500);
    const busy = fakeMessage(body);
    await consume({ messages: [busy] }, undefined);
    expect(busy.said).toEqual([{ delaySeconds: 3 }]);
    await store.commit('int:evt_1', 'other', 60_000);
    const done = fakeMessage(body);
    await consume({ messages: [done] }, undefined);
    expect(done.said).toEqual(['ack']);
    expect(process).not.toHaveBeenCalled();
  });

  it('runs no handler when the store is down, or cannot be made', async () => {
    const process = vi.fn(async () => processed);
    for (const store of [recordedStore({ claim: down }), () => ({}) as never]) {
      const message = fakeMessage(body, 2);
      await queueConsumer(process, store)({ messages: [message] }, undefined);
      expect(message.said).toEqual([{ delaySeconds: 2 }]);
    }
    expect(process).not.toHaveBeenCalled();
  });

  it('acknowledges what succeeded although the commit fails or comes too late', async () => {
    for (const commit of [down, () => false]) {
      const message = fakeMessage(body);
      const consume = queueConsumer(async () => processed, recordedStore({ commit }));
      await consume({ messages: [message] }, undefined);
      expect(message.said).toEqual(['ack']);
    }
  });

  it('retries a failure although the claim cannot be released', async () => {
    const message = fakeMessage(body);
    const consume = queueConsumer(async () => failed, recordedStore({ release: down }));
    await consume({ messages: [message] }, undefined);
    expect(message.said).toEqual([{ delaySeconds: 1 }]);
  });

  it('judges each message of a batch by itself, and all at once', async () => {
    const messages = ['evt_a', 'evt_b', 'evt_c'].map((id) =>
      fakeMessage({ ...body, event: { ...event, id }, key: `int:${id}` }),
    );
    let running = 0;
    let most = 0;
    const consume = queueConsumer(async ({ id }) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      if (id === 'evt_b') throw new Error('thrown');
      return processed;
    }, recordedStore());
    await consume({ messages }, undefined);
    expect(messages.map(({ said }) => said)).toEqual([['ack'], [{ delaySeconds: 1 }], ['ack']]);
    expect(most).toBe(3);
  });

  it('processes one of two copies in a batch', async () => {
    const process = vi.fn(async () => processed);
    const messages = [fakeMessage(body), fakeMessage(body)];
    await queueConsumer(process, recordedStore())({ messages }, undefined);
    expect(process).toHaveBeenCalledTimes(1);
    expect(messages.map(({ said }) => said)).toEqual([['ack'], [{ delaySeconds: 60 }]]);
  });

  it.each([
    ['text', 'hello'],
    ['null', null],
    ['another object', { event: null, key: 'k', receivedAt: 1 }],
  ])('leaves a message that is not its own to the dead letters: %s', async (_, foreign) => {
    const observed: QueueObservation[] = [];
    const message = fakeMessage(foreign);
    const process = vi.fn(async () => processed);
    const observe = (observation: QueueObservation) => void observed.push(observation);
    await queueConsumer(process, recordedStore(), { observe })({ messages: [message] }, undefined);
    expect(message.said).toEqual([{ delaySeconds: 1 }]);
    expect(observed).toMatchObject([{ attempts: 1, outcome: { kind: 'failed' }, retryAfter: 1 }]);
    expect(process).not.toHaveBeenCalled();
  });

  it('doubles the wait, up to maxBackoff and to the 12 hours of the platform', async () => {
    const delays = async (options: object): Promise<unknown[]> => {
      const messages = [1, 2, 3, 4, 100].map((attempts) => fakeMessage(body, attempts));
      for (const message of messages) {
        const consume = queueConsumer(async () => failed, recordedStore(), options);
        await consume({ messages: [message] }, undefined);
      }
      return messages.map(({ said }) => said[0]);
    };
    const seconds = (...all: number[]) => all.map((delaySeconds) => ({ delaySeconds }));
    expect(await delays({})).toEqual(seconds(1, 2, 4, 8, 3600));
    expect(await delays({ backoff: 10_000, maxBackoff: 30_000 })).toEqual(
      seconds(10, 20, 30, 30, 30),
    );
    expect(await delays({ maxBackoff: 1e12 })).toEqual(seconds(1, 2, 4, 8, 43_200));
  });

  it('takes the store from env, and gives env to the process', async () => {
    const env = { STORE: recordedStore() };
    const process = vi.fn(async () => processed);
    const consume = queueConsumer<typeof env>(process, ({ STORE }) => STORE);
    await consume({ messages: [fakeMessage(body)] }, env);
    expect(process).toHaveBeenCalledWith(event, { signal: expect.any(AbortSignal), env });
    expect(env.STORE.calls[0]).toBe('claim int:evt_1 60000');
  });

  it('is not disturbed by an observer that throws', async () => {
    const message = fakeMessage(body);
    const observe = (): never => {
      throw new Error('observer');
    };
    const consume = queueConsumer(async () => processed, recordedStore(), { observe });
    await consume({ messages: [message] }, undefined);
    expect(message.said).toEqual(['ack']);
  });

  it('refuses what is no process, no store or no time', () => {
    const process = async (): Promise<DispatchOutcome> => processed;
    expect(() => queueConsumer(undefined as never, recordedStore())).toThrow(/process: /);
    expect(() => queueConsumer(process, {} as never)).toThrow(/store: /);
    expect(() => queueConsumer(process, recordedStore(), { backoff: -1 })).toThrow(/backoff: /);
  });
});

describe('the lease of a handler that takes long', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function running(store: ReturnType<typeof recordedStore>) {
    let signal: AbortSignal | undefined;
    let finish = (): void => {};
    const consume = queueConsumer(
      (_event, context) => {
        signal = context.signal;
        return new Promise((resolve) => (finish = () => resolve(processed)));
      },
      store,
      { lease: 3000 },
    );
    const done = consume({ messages: [fakeMessage(body)] }, undefined);
    return { done, aborted: () => signal?.aborted, finish: () => finish() };
  }

  it('is renewed until the handler ends', async () => {
    const store = recordedStore();
    const { done, aborted, finish } = running(store);
    await vi.advanceTimersByTimeAsync(10_500);
    expect(store.calls.filter((call) => call === 'extend int:evt_1 3000')).toHaveLength(10);
    expect(aborted()).toBe(false);
    finish();
    await done;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.calls).toHaveLength(12);
  });

  it.each([
    ['to another owner', () => false, 1000],
    ['because the store is down', down, 3000],
    ['because the store hangs', () => new Promise<boolean>(() => {}), 3000],
  ])('aborts the signal when it is lost %s', async (_, extend, after) => {
    const { done, aborted, finish } = running(recordedStore({ extend }));
    await vi.advanceTimersByTimeAsync(after - 10);
    expect(aborted()).toBe(false);
    await vi.advanceTimersByTimeAsync(20);
    expect(aborted()).toBe(true);
    finish();
    await done;
  });
});
