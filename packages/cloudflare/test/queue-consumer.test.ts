import {
  type DedupeStore,
  type DispatchOutcome,
  memoryStore,
  PermanentError,
  RetryLater,
} from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { passing } from 'screening-webhooks-test-support/until';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type QueueObservation, queueConsumer } from '../src/index.js';
import type { QueueProcess } from '../src/queue-consumer.js';
import { down, fakeMessage, recordingStore } from './support/fakes.js';

const event = fixture('document_verification.recorded', { id: 'evt_1' });
const body = { event, key: 'int:evt_1', receivedAt: 1_700_000_000_000 };
const processed: DispatchOutcome = { kind: 'processed' };
const failed: DispatchOutcome = { kind: 'failed', error: new Error('the database is down') };

const done = { ...body, key: 'int:done' };

/** A message with a part that is read in another way. */
function withPart(message: object, part: string, get: () => unknown): object {
  return Object.defineProperty({ ...message }, part, { get });
}

/** Consumes one message, and returns how it was settled. */
async function settle(
  process: QueueProcess<unknown>,
  store: Parameters<typeof queueConsumer>[1],
  message = fakeMessage(body),
): Promise<readonly unknown[]> {
  await queueConsumer(process, store)({ messages: [message] }, undefined);
  return message.settlements;
}

// No real time passes, so that each lease has its full length left.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the effect of an outcome on the message and on the claim', () => {
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
  it.each(table)('$kind', async (outcome, settlement, claimCall) => {
    const store = recordingStore();
    expect(await settle(async () => outcome, store, fakeMessage(body, 3))).toEqual([settlement]);
    expect(store.calls).toEqual(['claim int:evt_1 60000', claimCall]);
  });
});

describe('queueConsumer', () => {
  it('counts a process that throws as failed', async () => {
    const store = recordingStore();
    const failing = () => Promise.reject(new Error('thrown'));
    expect(await settle(failing, store)).toEqual([{ delaySeconds: 1 }]);
    expect(store.calls).toContain('release int:evt_1');
  });

  it('processes the next attempt at once when the reply to a claim was lost', async () => {
    const inner = memoryStore();
    const claim = vi.fn<DedupeStore['claim']>(inner.claim).mockImplementationOnce((...asked) => {
      inner.claim(...asked);
      return down();
    });
    const store = { ...inner, claim };
    expect(await settle(async () => processed, store)).toEqual([{ delaySeconds: 1 }]);
    expect(await settle(async () => processed, store, fakeMessage(body, 2))).toEqual(['ack']);
  });

  it('runs no handler for an event that is done or in progress', async () => {
    const store = recordingStore();
    const process = vi.fn(async () => processed);
    await store.claim('int:evt_1', 'other', 2500);
    expect(await settle(process, store)).toEqual([{ delaySeconds: 3 }]);
    await store.commit('int:evt_1', 'other', 60_000);
    expect(await settle(process, store)).toEqual(['ack']);
    expect(process).not.toHaveBeenCalled();
  });

  it('runs no handler when the store is down or malformed', async () => {
    const process = vi.fn(async () => processed);
    for (const store of [recordingStore({ claim: down }), () => ({}) as never]) {
      expect(await settle(process, store, fakeMessage(body, 2))).toEqual([{ delaySeconds: 2 }]);
    }
    expect(process).not.toHaveBeenCalled();
  });

  it('acknowledges a processed event even if the commit fails or comes too late', async () => {
    for (const commit of [down, () => false]) {
      const settling = settle(async () => processed, recordingStore({ commit }));
      await vi.runAllTimersAsync();
      expect(await settling).toEqual(['ack']);
    }
  });

  it('retries a failure even if the claim cannot be released', async () => {
    const store = recordingStore({ release: down });
    expect(await settle(async () => failed, store)).toEqual([{ delaySeconds: 1 }]);
  });

  it('processes the messages of a batch concurrently, each with its own outcome', async () => {
    const messages = ['evt_a', 'evt_b', 'evt_c'].map((id) =>
      fakeMessage({ ...body, event: { ...event, id }, key: `int:${id}` }),
    );
    let running = 0;
    let allRun = (): void => {};
    const allRunning = new Promise<void>((resolve) => {
      allRun = resolve;
    });
    const consume = queueConsumer(async ({ id }) => {
      running += 1;
      if (running === messages.length) allRun();
      // Never resolves if the messages are processed one after the other.
      await allRunning;
      if (id === 'evt_b') throw new Error('thrown');
      return processed;
    }, recordingStore());
    await consume({ messages }, undefined);
    expect(messages.map(({ settlements }) => settlements)).toEqual([
      ['ack'],
      [{ delaySeconds: 1 }],
      ['ack'],
    ]);
  });

  it('processes one of two copies in a batch', async () => {
    const process = vi.fn(async () => processed);
    const messages = [fakeMessage(body), fakeMessage(body)];
    await queueConsumer(process, recordingStore())({ messages }, undefined);
    expect(process).toHaveBeenCalledTimes(1);
    expect(messages.map(({ settlements }) => settlements)).toEqual([
      ['ack'],
      [{ delaySeconds: 60 }],
    ]);
  });

  it.each([
    ['text', 'hello'],
    ['null', null],
    ['another object', { event: null, key: 'k', receivedAt: 1 }],
  ])(
    'retries a message that queueInbox did not send, until it is a dead letter: %s',
    async (_, foreign) => {
      const observed: QueueObservation[] = [];
      const message = fakeMessage(foreign);
      const process = vi.fn(async () => processed);
      const observe = (observation: QueueObservation) => void observed.push(observation);
      await queueConsumer(process, recordingStore(), { observe })(
        { messages: [message] },
        undefined,
      );
      expect(message.settlements).toEqual([{ delaySeconds: 1 }]);
      expect(observed).toMatchObject([{ attempts: 1, outcome: { kind: 'failed' }, retryAfter: 1 }]);
      expect(process).not.toHaveBeenCalled();
    },
  );

  it('doubles the wait, up to maxBackoff and to the 12 hours of the platform', async () => {
    const delays = async (options: object): Promise<unknown[]> => {
      const messages = [1, 2, 3, 4, 100].map((attempts) => fakeMessage(body, attempts));
      for (const message of messages) {
        const consume = queueConsumer(async () => failed, recordingStore(), options);
        await consume({ messages: [message] }, undefined);
      }
      return messages.map(({ settlements }) => settlements[0]);
    };
    const seconds = (...all: number[]) => all.map((delaySeconds) => ({ delaySeconds }));
    expect(await delays({})).toEqual(seconds(1, 2, 4, 8, 3600));
    expect(await delays({ backoff: 10_000, maxBackoff: 30_000 })).toEqual(
      seconds(10, 20, 30, 30, 30),
    );
    expect(await delays({ maxBackoff: 1e12 })).toEqual(seconds(1, 2, 4, 8, 43_200));
  });

  it('takes the store from env, and gives env to the process', async () => {
    const env = { STORE: recordingStore() };
    const process = vi.fn(async () => processed);
    const consume = queueConsumer<typeof env>(process, ({ STORE }) => STORE);
    await consume({ messages: [fakeMessage(body)] }, env);
    expect(process).toHaveBeenCalledWith(event, { signal: expect.any(AbortSignal), env });
    expect(env.STORE.calls[0]).toBe('claim int:evt_1 60000');
  });

  it('ignores an error of the observer', async () => {
    const message = fakeMessage(body);
    const observe = (): never => {
      throw new Error('observer');
    };
    const consume = queueConsumer(async () => processed, recordingStore(), { observe });
    await consume({ messages: [message] }, undefined);
    expect(message.settlements).toEqual(['ack']);
  });

  const gone = (): never => {
    throw new Error('the message is gone');
  };
  type Message = ReturnType<typeof fakeMessage>;
  it.each<[string, (message: Message) => unknown, readonly unknown[], boolean]>([
    ['is null', () => null, [], true],
    ['has a body that throws', (message) => withPart(message, 'body', gone), [1], false],
    ['has attempts that throw', (message) => withPart(message, 'attempts', gone), [1], false],
    ['has no attempts', (message) => withPart(message, 'attempts', () => undefined), [1], false],
    ['does not take its retry', (message) => ({ ...message, retry: gone }), [], true],
    ['does not take its ack', (message) => ({ ...message, body: done, ack: gone }), [], false],
  ])('never rejects, and a message costs only itself: it %s', async (_, damage, delays, isLost) => {
    const observed: QueueObservation[] = [];
    const observe = async (seen: QueueObservation) => {
      observed.push(seen);
      throw new Error('observer');
    };
    const store = recordingStore();
    await store.claim(done.key, 'earlier', 60_000);
    await store.commit(done.key, 'earlier', 60_000);
    const bad = fakeMessage(body);
    const order: string[] = [];
    const good = {
      ...fakeMessage({ ...body, key: 'int:good', event: { ...event, id: 'evt_good' } }),
      ack: () => void order.push('ack'),
    };
    const slow = {
      ...good,
      body: { ...body, key: 'int:slow', event: { ...event, id: 'evt_slow' } },
    };
    const consume = queueConsumer(
      async ({ id }) => {
        if (id === 'evt_slow') await passing(1000);
        return id === 'evt_1' ? failed : processed;
      },
      store,
      { observe },
    );
    const batch = {
      messages: [damage(bad), good, slow] as never,
      retryAll: () => {
        order.push('retryAll');
        gone();
      },
    };
    const consuming = consume(batch, undefined);
    await vi.advanceTimersByTimeAsync(1000);
    await expect(consuming).resolves.toBeUndefined();
    // The platform ignores an ack after retryAll.
    expect(order).toEqual(['ack', 'ack', ...(isLost ? ['retryAll'] : [])]);
    expect(bad.settlements).toEqual(delays.map((delaySeconds) => ({ delaySeconds })));
    expect(observed).toHaveLength(3);
    expect(observed.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    expect(observed.filter(({ error }) => error)).toHaveLength(delays.length > 0 ? 0 : 1);
  });

  it('has acknowledged the others while a handler hangs', async () => {
    const hanging = fakeMessage({
      ...body,
      event: { ...event, id: 'evt_hangs' },
      key: 'int:hangs',
    });
    const other = fakeMessage(body);
    const consume = queueConsumer(
      ({ id }) => (id === 'evt_hangs' ? new Promise(() => {}) : Promise.resolve(processed)),
      recordingStore(),
    );
    void consume({ messages: [hanging, other] }, undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect([hanging.settlements, other.settlements]).toEqual([[], ['ack']]);
  });

  it('throws for a malformed process, store or option', () => {
    const process = async (): Promise<DispatchOutcome> => processed;
    expect(() => queueConsumer(undefined as never, recordingStore())).toThrow(/process: /);
    expect(() => queueConsumer(process, {} as never)).toThrow(/store: /);
    expect(() => queueConsumer(process, recordingStore(), { backoff: -1 })).toThrow(/backoff: /);
  });
});

describe('the lease of a slow handler', () => {
  function startConsuming(store: ReturnType<typeof recordingStore>) {
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
    const store = recordingStore();
    const { done, aborted, finish } = startConsuming(store);
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
    const { done, aborted, finish } = startConsuming(recordingStore({ extend }));
    await vi.advanceTimersByTimeAsync(after - 10);
    expect(aborted()).toBe(false);
    await vi.advanceTimersByTimeAsync(20);
    expect(aborted()).toBe(true);
    finish();
    await done;
  });
});
