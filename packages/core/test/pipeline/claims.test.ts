import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Claim,
  createReceiver,
  type DedupeStore,
  memoryStore,
  type ReceiverOptions,
} from '../../src/index.js';
import { deferred, faultyStore, recorder } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import { now, SECRET, signedDelivery, toBody } from '../support/signed-delivery.js';

const base = { secret: SECRET, now } as const;
const down = (): Promise<never> => Promise.reject(new Error('store is down'));
const deliver = () => signedDelivery(recordedEvent());

function counted(work: () => void | Promise<void> = () => {}) {
  const handler = vi.fn<() => void | Promise<void>>(work);
  return { handler, handlers: { '*': handler } };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('invariant 1: fifty concurrent deliveries of one event run its handler once; every answer is 200 or 409', async () => {
  const { handler, handlers } = counted(() => new Promise((resolve) => setTimeout(resolve, 50)));
  const receiver = createReceiver({ ...base, handlers });
  const deliveries = await Promise.all(Array.from({ length: 50 }, deliver));
  const answers = Promise.all(deliveries.map((delivery) => receiver.receive(delivery)));
  await vi.advanceTimersByTimeAsync(100);
  const statuses = (await answers).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
  expect(handler).toHaveBeenCalledTimes(1);
  expect(await receiver.receive(await deliver())).toMatchObject({
    status: 200,
    outcome: { kind: 'duplicate' },
  });
});

it('in_progress tells how long the claim may still last, in seconds', async () => {
  const hold = deferred();
  const receiver = createReceiver({ ...base, lease: 30_000, ...counted(() => hold.promise) });
  const first = receiver.receive(await deliver());
  await vi.advanceTimersByTimeAsync(5);
  const second = await receiver.receive(await deliver());
  expect(second).toMatchObject({ status: 409, headers: { 'retry-after': '30' } });
  hold.resolve();
  expect(await first).toMatchObject({ status: 200 });
});

it('invariant 2: a handler that throws releases its claim: the next delivery runs it', async () => {
  const { handler, handlers } = counted();
  handler.mockRejectedValueOnce(new Error('first time'));
  const receiver = createReceiver({ ...base, handlers });
  expect(await receiver.receive(await deliver())).toMatchObject({ status: 500 });
  expect(await receiver.receive(await deliver())).toMatchObject({
    status: 200,
    outcome: { kind: 'processed' },
  });
  expect(handler).toHaveBeenCalledTimes(2);
});

it('invariant 9: a type without a handler never asks the store', async () => {
  const dedupe = faultyStore();
  const receiver = createReceiver({ ...base, dedupe, handlers: { 'report.completed': () => {} } });
  expect(await receiver.receive(await deliver())).toMatchObject({ outcome: { kind: 'ignored' } });
  expect(dedupe.asked).toEqual([]);
});

describe('a store that fails', () => {
  it('invariant 7: at claim: 503, and no handler runs', async () => {
    const { handler, handlers } = counted();
    const receiver = createReceiver({ ...base, handlers, dedupe: faultyStore({ claim: down }) });
    expect(await receiver.receive(await deliver())).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
      outcome: { kind: 'unavailable', reason: 'dedupe' },
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it('at claim, by throwing: the same', async () => {
    const claim = (): never => {
      throw new Error('not connected');
    };
    const receiver = createReceiver({ ...base, ...counted(), dedupe: faultyStore({ claim }) });
    expect(await receiver.receive(await deliver())).toMatchObject({ status: 503 });
  });

  it('at claim, by not answering: 503 at the deadline, and a claim that comes late is given back', async () => {
    const answer = deferred<'acquired'>();
    const { handler, handlers } = counted();
    const dedupe = faultyStore({ claim: () => answer.promise });
    const receiver = createReceiver({ ...base, handlers, dedupe });
    const ack = receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await ack).toMatchObject({ status: 503, outcome: { reason: 'dedupe' } });
    answer.resolve('acquired');
    await vi.advanceTimersByTimeAsync(0);
    expect(dedupe.asked).toEqual(['claim', 'release']);
    expect(handler).not.toHaveBeenCalled();
  });

  it('at commit, once: it is tried again, and the handler ran once', async () => {
    const inner = memoryStore();
    const commit = vi.fn<DedupeStore['commit']>(inner.commit).mockImplementationOnce(down);
    const { handler, handlers } = counted();
    const receiver = createReceiver({ ...base, handlers, dedupe: { ...inner, commit } });
    const ack = receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(100);
    expect(await ack).toMatchObject({ status: 200, outcome: { kind: 'processed' } });
    expect(commit).toHaveBeenCalledTimes(2);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('invariant 6: at every commit: 503, never released, and no second run while the lease lives', async () => {
    const dedupe = faultyStore({ commit: down });
    const { handler, handlers } = counted();
    const receiver = createReceiver({ ...base, handlers, dedupe, lease: 60_000 });
    const ack = receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(2000);
    expect(await ack).toMatchObject({
      status: 503,
      outcome: { kind: 'unavailable', reason: 'dedupe' },
    });
    expect(dedupe.asked).not.toContain('release');
    await vi.advanceTimersByTimeAsync(50_000);
    expect(await receiver.receive(await deliver())).toMatchObject({ status: 409 });
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('at commit, by saying that the lease is lost: 503, not released', async () => {
    const dedupe = faultyStore({ commit: () => false });
    const receiver = createReceiver({ ...base, ...counted(), dedupe });
    expect(await receiver.receive(await deliver())).toMatchObject({ status: 503 });
    expect(dedupe.asked).toEqual(['claim', 'commit']);
  });

  it('at release: the failure is still the answer', async () => {
    const dedupe = faultyStore({ release: down });
    const { handlers } = counted(() => Promise.reject(new Error('handler')));
    const receiver = createReceiver({ ...base, handlers, dedupe });
    expect(await receiver.receive(await deliver())).toMatchObject({
      status: 500,
      outcome: { kind: 'failed' },
    });
  });

  it('at extend, for a while: the claim is kept', async () => {
    const inner = memoryStore();
    const extend = vi
      .fn<DedupeStore['extend']>(inner.extend)
      .mockImplementationOnce(down)
      .mockImplementationOnce(inner.extend)
      .mockImplementationOnce(down);
    const hold = deferred();
    const receiver = createReceiver({
      ...base,
      dedupe: { ...inner, extend },
      lease: 3000,
      ...counted(() => hold.promise),
    });
    const ack = receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(10_000);
    hold.resolve();
    expect(await ack).toMatchObject({ status: 200 });
  });
});

describe('a claim whose answer never comes', () => {
  /** A store whose first claim is made, and its reply lost in the given way. */
  function losingReply(lose: () => never | Promise<never>) {
    const inner = memoryStore();
    return faultyStore({
      ...inner,
      claim: vi.fn<DedupeStore['claim']>(inner.claim).mockImplementationOnce((...asked) => {
        inner.claim(...asked);
        return lose();
      }),
    });
  }
  const throwing = (): never => {
    throw new Error('connection reset');
  };
  const later = async (): Promise<never> => {
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    throw new Error('connection reset');
  };

  it.each([
    ['rejects', down],
    ['throws', throwing],
    ['rejects after the deadline', later],
  ])('is released: the claim %s, and the retry runs', async (_how, lose) => {
    const { handler, handlers } = counted();
    const receiver = createReceiver({ ...base, handlers, dedupe: losingReply(lose) });
    const ack = receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await ack).toMatchObject({ status: 503, outcome: { reason: 'dedupe' } });
    expect(await receiver.receive(await deliver())).toMatchObject({ status: 200 });
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('is released in the background, which the runtime is told of', async () => {
    const release = deferred<boolean>();
    const background: Promise<unknown>[] = [];
    const dedupe = faultyStore({ claim: down, release: () => release.promise });
    const receiver = createReceiver({ ...base, ...counted(), dedupe });
    const waitUntil = (work: Promise<unknown>): void => void background.push(work);
    const ack = await receiver.receive(await deliver(), { waitUntil });
    expect(ack).toMatchObject({ status: 503 });
    expect(background).toHaveLength(1);
    const ended = vi.fn();
    void background[0]?.then(ended);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended).not.toHaveBeenCalled();
    release.resolve(true);
    await background[0];
    expect(dedupe.asked).toEqual(['claim', 'release']);
  });

  it('is released once more after a second when the release fails, and not again', async () => {
    const dedupe = faultyStore({ claim: down, release: down });
    const receiver = createReceiver({ ...base, ...counted(), dedupe });
    await receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(999);
    expect(dedupe.asked).toEqual(['claim', 'release']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(dedupe.asked).toEqual(['claim', 'release', 'release']);
  });

  it.each(['done', { busyForMs: 1000 }] as const)(
    'is not released when it was not acquired: late, it is %j',
    async (claim) => {
      const answer = deferred<Claim>();
      const dedupe = faultyStore({ claim: () => answer.promise });
      const receiver = createReceiver({ ...base, ...counted(), dedupe });
      const ack = receiver.receive(await deliver());
      await vi.advanceTimersByTimeAsync(12_000);
      expect(await ack).toMatchObject({ status: 503 });
      answer.resolve(claim);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(dedupe.asked).toEqual(['claim']);
    },
  );
});

describe('the lease', () => {
  it('invariant 5: is renewed while the handler lives', async () => {
    const hold = deferred();
    const { handler, handlers } = counted(() => hold.promise);
    const receiver = createReceiver({ ...base, handlers, lease: 3000, dedupe: memoryStore() });
    const ack = receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await receiver.receive(await deliver())).toMatchObject({ status: 409 });
    hold.resolve();
    expect(await ack).toMatchObject({ status: 200 });
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('of a claim that was long in coming is renewed at once', async () => {
    const inner = memoryStore();
    const extend = vi.fn<DedupeStore['extend']>(async (...asked) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return inner.extend(...asked);
    });
    const slow: DedupeStore = {
      ...inner,
      extend,
      claim: async (...asked) => {
        const claimed = inner.claim(...asked);
        await new Promise((resolve) => setTimeout(resolve, 2900));
        return claimed;
      },
    };
    const hold = deferred();
    const { handlers } = counted(() => hold.promise);
    const receiver = createReceiver({ ...base, handlers, lease: 3000, dedupe: slow });
    const ack = receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(2950);
    expect(extend).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5000);
    hold.resolve();
    expect(await ack).toMatchObject({ status: 200 });
  });

  const losses: [name: string, faults: Partial<DedupeStore>][] = [
    ['to another owner', { extend: () => false }],
    ['because the store is down for the whole of it', { extend: down }],
    ['because the store hangs', { extend: () => new Promise(() => {}) }],
  ];
  it.each(losses)(
    'lost %s: the signal aborts, the ack is one that is retried',
    async (_name, faults) => {
      const signals: AbortSignal[] = [];
      const receiver = createReceiver({
        ...base,
        lease: 3000,
        dedupe: faultyStore(faults),
        handlers: {
          '*': (_event, { signal }) => {
            signals.push(signal);
            return new Promise<never>(() => {});
          },
        },
      });
      const ack = receiver.receive(await deliver());
      await vi.advanceTimersByTimeAsync(3000);
      expect(signals[0]?.aborted).toBe(true);
      expect(String(signals[0]?.reason)).toMatch(/lease/);
      expect(await ack).toMatchObject({ status: 503, outcome: { kind: 'timed_out' } });
    },
  );

  it('is noticed as lost at the next renewal, not only when it would have ended', async () => {
    let aborted = false;
    const receiver = createReceiver({
      ...base,
      lease: 3000,
      dedupe: faultyStore({ extend: () => false }),
      handlers: {
        '*': (_event, { signal }) => {
          signal.addEventListener('abort', () => {
            aborted = true;
          });
          return new Promise<never>(() => {});
        },
      },
    });
    const ack = receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(1000);
    expect(aborted).toBe(true);
    expect(await ack).toMatchObject({ outcome: { kind: 'timed_out' } });
  });

  it('invariant 4: a stale owner can do nothing: its late commit does not touch the new owner’s claim', async () => {
    const inner = memoryStore();
    const stale = deferred();
    const fresh = deferred();
    const { handler, handlers } = counted();
    handler.mockReturnValueOnce(stale.promise).mockReturnValueOnce(fresh.promise);
    const { seen, observe } = recorder();
    const dedupe = { ...inner, extend: () => new Promise<boolean>(() => {}) };
    const receiver = createReceiver({ ...base, handlers, dedupe, lease: 3000, observe });

    const first = receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(3000);
    expect(await first).toMatchObject({ outcome: { kind: 'timed_out' } });
    const second = receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(10);
    stale.resolve();
    await vi.advanceTimersByTimeAsync(10);
    expect(seen.at(-1)).toMatchObject({
      late: true,
      outcome: { kind: 'unavailable', reason: 'dedupe' },
    });
    expect(await receiver.receive(await deliver())).toMatchObject({ status: 409 });
    fresh.resolve();
    expect(await second).toMatchObject({ status: 200, outcome: { kind: 'processed' } });
    expect(await receiver.receive(await deliver())).toMatchObject({
      outcome: { kind: 'duplicate' },
    });
  });
});

describe('handlerTimeout', () => {
  const options = (work: Promise<void>, signals: AbortSignal[]): ReceiverOptions => ({
    ...base,
    lease: 3000,
    handlerTimeout: 20_000,
    dedupe: memoryStore(),
    handlers: {
      '*': (_event, { signal }) => {
        signals.push(signal);
        return work;
      },
    },
  });

  it('invariant 3: aborts the signal and leaves the claim to expire: held at first, free after the lease', async () => {
    const signals: AbortSignal[] = [];
    const receiver = createReceiver(options(new Promise(() => {}), signals));
    const first = receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await first).toMatchObject({ status: 503, outcome: { kind: 'timed_out' } });
    expect(String(signals[0]?.reason)).toMatch(/handlerTimeout \(20000 ms\)/);
    expect(await receiver.receive(await deliver())).toMatchObject({ status: 409 });
    await vi.advanceTimersByTimeAsync(3000);
    void receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(1);
    expect(signals).toHaveLength(2);
  });

  it('a handler that ends after it, but within the lease, still counts', async () => {
    const work = deferred();
    const receiver = createReceiver(options(work.promise, []));
    void receiver.receive(await deliver());
    await vi.advanceTimersByTimeAsync(20_500);
    work.resolve();
    await vi.advanceTimersByTimeAsync(1);
    expect(await receiver.receive(await deliver())).toMatchObject({
      outcome: { kind: 'duplicate' },
    });
  });

  it.each([
    ['is there', (body: Uint8Array) => body],
    ['had to be waited for', async (body: Uint8Array) => body],
  ])(
    'shorter than the ack deadline, the ack does not wait for the deadline: the body %s',
    async (_how, read) => {
      const receiver = createReceiver({
        ...options(new Promise(() => {}), []),
        handlerTimeout: 500,
      });
      const body = toBody(recordedEvent());
      const ack = receiver.receive(await signedDelivery(body, { readBody: () => read(body) }));
      await vi.advanceTimersByTimeAsync(500);
      expect(await ack).toMatchObject({ status: 503, outcome: { kind: 'timed_out' } });
    },
  );
});
