import { passing } from 'screening-webhooks-test-support/until';
import { describe, expect, it, vi } from 'vitest';
import { type Claim, type DedupeStore, memoryStore } from '../../src/index.js';
import {
  deferred,
  faultyStore,
  keepSignals,
  never,
  recorder,
  throwing,
  useFakeTime,
} from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import { sampleDelivery, signedDelivery, toBody } from '../support/signed-delivery.js';
import { receiveOne, testReceiver } from '../support/test-receiver.js';

const down = (): Promise<never> => Promise.reject(new Error('store is down'));

function counted(work: () => void | Promise<void> = () => {}) {
  const handler = vi.fn<() => void | Promise<void>>(work);
  return { handler, handlers: { '*': handler } };
}

useFakeTime();

it('invariant 1: fifty concurrent deliveries of one event run its handler once; every answer is 200 or 409', async () => {
  const { handler, handlers } = counted(() => passing(50));
  const receiver = testReceiver({ handlers });
  const deliveries = await Promise.all(Array.from({ length: 50 }, () => sampleDelivery()));
  const answers = Promise.all(deliveries.map((delivery) => receiver.receive(delivery)));
  await vi.advanceTimersByTimeAsync(100);
  const statuses = (await answers).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
  expect(handler).toHaveBeenCalledTimes(1);
  expect(await receiver.deliver()).toMatchObject({
    status: 200,
    outcome: { kind: 'duplicate' },
  });
});

it('in_progress tells how long the claim may still last, in seconds', async () => {
  const hold = deferred();
  const receiver = testReceiver({ lease: 30_000, ...counted(() => hold.promise) });
  const first = receiver.receive(await sampleDelivery());
  await vi.advanceTimersByTimeAsync(5);
  const second = await receiver.deliver();
  expect(second).toMatchObject({ status: 409, headers: { 'retry-after': '30' } });
  hold.resolve();
  expect(await first).toMatchObject({ status: 200 });
});

it('a claim is for a minute, and what was processed is known for seven days', async () => {
  const inner = memoryStore();
  const [claim, commit] = [vi.fn(inner.claim), vi.fn(inner.commit)];
  await testReceiver({ dedupe: { ...inner, claim, commit } }).deliver();
  const by = [expect.any(String), expect.any(String)];
  expect(claim.mock.calls).toEqual([[...by, 60_000]]);
  expect(commit.mock.calls).toEqual([[...by, 604_800_000]]);
});

it('invariant 2: a handler that throws releases its claim: the next delivery runs it', async () => {
  const { handler, handlers } = counted();
  handler.mockRejectedValueOnce(new Error('first time'));
  const receiver = testReceiver({ handlers });
  expect(await receiver.deliver()).toMatchObject({ status: 500 });
  expect(await receiver.deliver()).toMatchObject({
    status: 200,
    outcome: { kind: 'processed' },
  });
  expect(handler).toHaveBeenCalledTimes(2);
});

it('invariant 9: a type without a handler never asks the store', async () => {
  const dedupe = faultyStore();
  expect(await receiveOne({ dedupe, handlers: { 'report.completed': () => {} } })).toMatchObject({
    outcome: { kind: 'ignored' },
  });
  expect(dedupe.asked).toEqual([]);
});

describe('a store that fails', () => {
  it('invariant 7: at claim: 503, and no handler runs', async () => {
    const { handler, handlers } = counted();
    expect(await receiveOne({ handlers, dedupe: faultyStore({ claim: down }) })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
      outcome: { kind: 'unavailable', reason: 'dedupe' },
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it('at claim, by throwing: the same', async () => {
    const claim = throwing(new Error('not connected'));
    expect(await receiveOne({ ...counted(), dedupe: faultyStore({ claim }) })).toMatchObject({
      status: 503,
    });
  });

  it('at claim, by not answering: 503 at the deadline, and a claim that comes late is given back', async () => {
    const answer = deferred<'acquired'>();
    const { handler, handlers } = counted();
    const dedupe = faultyStore({ claim: () => answer.promise });
    const receiver = testReceiver({ handlers, dedupe });
    const ack = receiver.receive(await sampleDelivery());
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
    const receiver = testReceiver({ handlers, dedupe: { ...inner, commit } });
    const ack = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(100);
    expect(await ack).toMatchObject({ status: 200, outcome: { kind: 'processed' } });
    expect(commit).toHaveBeenCalledTimes(2);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('invariant 6: at every commit: 503, never released, and no second run while the lease lives', async () => {
    const dedupe = faultyStore({ commit: down });
    const { handler, handlers } = counted();
    const receiver = testReceiver({ handlers, dedupe, lease: 60_000 });
    const ack = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(2000);
    expect(await ack).toMatchObject({
      status: 503,
      outcome: { kind: 'unavailable', reason: 'dedupe' },
    });
    expect(dedupe.asked).not.toContain('release');
    await vi.advanceTimersByTimeAsync(50_000);
    expect(await receiver.deliver()).toMatchObject({ status: 409 });
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('at commit, by saying that the lease is lost: 503, not released', async () => {
    const dedupe = faultyStore({ commit: () => false });
    expect(await receiveOne({ ...counted(), dedupe })).toMatchObject({ status: 503 });
    expect(dedupe.asked).toEqual(['claim', 'commit']);
  });

  it('at release: the failure is still the answer', async () => {
    const dedupe = faultyStore({ release: down });
    const { handlers } = counted(() => Promise.reject(new Error('handler')));
    expect(await receiveOne({ handlers, dedupe })).toMatchObject({
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
    const receiver = testReceiver({
      dedupe: { ...inner, extend },
      lease: 3000,
      ...counted(() => hold.promise),
    });
    const ack = receiver.receive(await sampleDelivery());
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
  const later = async (): Promise<never> => {
    await passing(20_000);
    throw new Error('connection reset');
  };

  it.each([
    ['rejects', down],
    ['throws', throwing(new Error('connection reset'))],
    ['rejects after the deadline', later],
  ])('is released: the claim %s, and the retry runs', async (_how, lose) => {
    const { handler, handlers } = counted();
    const receiver = testReceiver({ handlers, dedupe: losingReply(lose) });
    const ack = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await ack).toMatchObject({ status: 503, outcome: { reason: 'dedupe' } });
    expect(await receiver.deliver()).toMatchObject({ status: 200 });
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('is released in the background, which the runtime is told of', async () => {
    const release = deferred<boolean>();
    const background: Promise<unknown>[] = [];
    const dedupe = faultyStore({ claim: down, release: () => release.promise });
    const receiver = testReceiver({ ...counted(), dedupe });
    const waitUntil = (work: Promise<unknown>): void => void background.push(work);
    const ack = await receiver.deliver('evt_1', { waitUntil });
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
    const receiver = testReceiver({ ...counted(), dedupe });
    await receiver.deliver();
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
      const receiver = testReceiver({ ...counted(), dedupe });
      const ack = receiver.receive(await sampleDelivery());
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
    const receiver = testReceiver({ handlers, lease: 3000, dedupe: memoryStore() });
    const ack = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(11_000);
    expect(await receiver.deliver()).toMatchObject({ status: 409 });
    hold.resolve();
    expect(await ack).toMatchObject({ status: 200 });
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('of a claim that was long in coming is renewed at once', async () => {
    const inner = memoryStore();
    const extend = vi.fn<DedupeStore['extend']>(async (...asked) => {
      await passing(20);
      return inner.extend(...asked);
    });
    const slow: DedupeStore = {
      ...inner,
      extend,
      claim: async (...asked) => {
        const claimed = inner.claim(...asked);
        await passing(2900);
        return claimed;
      },
    };
    const hold = deferred();
    const { handlers } = counted(() => hold.promise);
    const receiver = testReceiver({ handlers, lease: 3000, dedupe: slow });
    const ack = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(2950);
    expect(extend).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(5000);
    hold.resolve();
    expect(await ack).toMatchObject({ status: 200 });
  });

  const losses: [name: string, faults: Partial<DedupeStore>][] = [
    ['to another owner', { extend: () => false }],
    ['because the store is down for the whole of it', { extend: down }],
    ['because the store hangs', { extend: () => never() }],
  ];
  it.each(losses)(
    'lost %s: the signal aborts, the ack is one that is retried',
    async (_name, faults) => {
      const { signals, handlers } = keepSignals();
      const receiver = testReceiver({ lease: 3000, dedupe: faultyStore(faults), handlers });
      const ack = receiver.receive(await sampleDelivery());
      await vi.advanceTimersByTimeAsync(3000);
      expect(signals[0]?.aborted).toBe(true);
      expect(String(signals[0]?.reason)).toMatch(/lease/);
      expect(await ack).toMatchObject({ status: 503, outcome: { kind: 'timed_out' } });
    },
  );

  it('is noticed as lost at the next renewal, not only when it would have ended', async () => {
    const { signals, handlers } = keepSignals();
    const dedupe = faultyStore({ extend: () => false });
    const receiver = testReceiver({ lease: 3000, dedupe, handlers });
    const ack = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(1000);
    expect(signals[0]?.aborted).toBe(true);
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
    const receiver = testReceiver({ handlers, dedupe, lease: 3000, observe });

    const first = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(3000);
    expect(await first).toMatchObject({ outcome: { kind: 'timed_out' } });
    const second = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(10);
    stale.resolve();
    await vi.advanceTimersByTimeAsync(10);
    expect(seen.at(-1)).toMatchObject({
      late: true,
      outcome: { kind: 'unavailable', reason: 'dedupe' },
    });
    expect(await receiver.deliver()).toMatchObject({ status: 409 });
    fresh.resolve();
    expect(await second).toMatchObject({ status: 200, outcome: { kind: 'processed' } });
    expect(await receiver.deliver()).toMatchObject({ outcome: { kind: 'duplicate' } });
  });
});

describe('handlerTimeout', () => {
  function timingOut(work?: () => unknown, handlerTimeout = 20_000) {
    const { signals, handlers } = keepSignals(work);
    const dedupe = memoryStore();
    return { signals, receiver: testReceiver({ lease: 3000, handlerTimeout, dedupe, handlers }) };
  }

  it('invariant 3: aborts the signal and leaves the claim to expire: held at first, free after the lease', async () => {
    const { signals, receiver } = timingOut();
    const first = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await first).toMatchObject({ status: 503, outcome: { kind: 'timed_out' } });
    expect(String(signals[0]?.reason)).toMatch(/handlerTimeout \(20000 ms\)/);
    expect(await receiver.deliver()).toMatchObject({ status: 409 });
    await vi.advanceTimersByTimeAsync(3000);
    void receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(1);
    expect(signals).toHaveLength(2);
  });

  it('a handler that ends after it, but within the lease, still counts', async () => {
    const work = deferred();
    const { receiver } = timingOut(() => work.promise);
    void receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(20_500);
    work.resolve();
    await vi.advanceTimersByTimeAsync(1);
    expect(await receiver.deliver()).toMatchObject({ outcome: { kind: 'duplicate' } });
  });

  it.each([
    ['is there', (body: Uint8Array) => body],
    ['had to be waited for', async (body: Uint8Array) => body],
  ])(
    'shorter than the ack deadline, the ack does not wait for the deadline: the body %s',
    async (_how, read) => {
      const { receiver } = timingOut(never, 500);
      const body = toBody(recordedEvent());
      const ack = receiver.receive(await signedDelivery(body, { readBody: () => read(body) }));
      await vi.advanceTimersByTimeAsync(500);
      expect(await ack).toMatchObject({ status: 503, outcome: { kind: 'timed_out' } });
    },
  );
});
