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

const error = new Error('store is down');
const down = (): Promise<never> => Promise.reject(error);

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

  it.each<[answer: Claim, asked: string[]]>([
    ['acquired', ['claim', 'release']],
    ['done', ['claim']],
    [{ busyForMs: 1000 }, ['claim']],
  ])(
    'at claim, by not answering: 503 at the deadline, and a late %j is given back if it is held',
    async (answer, asked) => {
      const late = deferred<Claim>();
      const { handler, handlers } = counted();
      const dedupe = faultyStore({ claim: () => late.promise });
      const receiver = testReceiver({ handlers, dedupe });
      const ack = receiver.receive(await sampleDelivery());
      await vi.advanceTimersByTimeAsync(12_000);
      expect(await ack).toMatchObject({ status: 503, outcome: { reason: 'dedupe' } });
      late.resolve(answer);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(dedupe.asked).toEqual(asked);
      expect(handler).not.toHaveBeenCalled();
    },
  );

  describe.each<[string, () => never | Promise<never>]>([
    ['rejects', down],
    ['throws', throwing(error)],
  ])('at commit, which %s', (_how, fail) => {
    /** A receiver whose first commits fail, and when it asked for each. */
    function failingCommits(fails: number) {
      const startedAt = performance.now();
      const askedAt: number[] = [];
      const commit = () => {
        askedAt.push(performance.now() - startedAt);
        return askedAt.length > fails || fail();
      };
      const { handler, handlers } = counted();
      const dedupe = faultyStore({ commit });
      return { askedAt, dedupe, handler, receiver: testReceiver({ dedupe, handlers }) };
    }

    it('is asked for five times in 1.5 s, and the last of them counts', async () => {
      const { askedAt, handler, receiver } = failingCommits(4);
      const ack = receiver.receive(await sampleDelivery());
      await vi.advanceTimersByTimeAsync(1500);
      expect(await ack).toMatchObject({ status: 200, outcome: { kind: 'processed' } });
      expect(askedAt).toEqual([0, 100, 300, 700, 1500]);
      expect(handler).toHaveBeenCalledTimes(1);
    });

    it('invariant 6: is not asked for a sixth time: 503, never released, and no second run while the lease lives', async () => {
      const { askedAt, dedupe, handler, receiver } = failingCommits(Infinity);
      const ack = receiver.receive(await sampleDelivery());
      await vi.advanceTimersByTimeAsync(1500);
      const outcome = { kind: 'unavailable', reason: 'dedupe', error };
      expect(await ack).toMatchObject({ status: 503, outcome });
      expect(dedupe.asked).not.toContain('release');
      await vi.advanceTimersByTimeAsync(50_000);
      expect(await receiver.deliver()).toMatchObject({ status: 409 });
      expect(handler).toHaveBeenCalledTimes(1);
      expect(askedAt).toHaveLength(5);
    });
  });

  it.each<[string, DedupeStore['commit'][]]>([
    ['at once', [() => false]],
    ['when it is asked again', [down, () => false]],
  ])(
    'at commit, by saying %s that the lease is lost: 503, not released',
    async (_when, answers) => {
      const commit = vi.fn<DedupeStore['commit']>();
      for (const answer of answers) commit.mockImplementationOnce(answer);
      const dedupe = faultyStore({ commit });
      const ack = testReceiver({ ...counted(), dedupe }).receive(await sampleDelivery());
      await vi.advanceTimersByTimeAsync(1500);
      const message = 'The lease was lost before the handler ended.';
      expect(await ack).toMatchObject({
        status: 503,
        outcome: { kind: 'unavailable', error: { name: 'LeaseLostError', message } },
      });
      expect(dedupe.asked).toEqual(['claim', ...answers.map(() => 'commit')]);
    },
  );

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

  it.each<[name: string, faults: Partial<DedupeStore>, after: number]>([
    ['to another owner: noticed at the next renewal', { extend: () => false }, 1000],
    ['because the store is down for the whole of it', { extend: down }, 3000],
    ['because the store hangs', { extend: () => never() }, 3000],
  ])('lost %s: the signal aborts, the ack is one that is retried', async (_name, faults, after) => {
    const { signals, handlers } = keepSignals();
    const receiver = testReceiver({ lease: 3000, dedupe: faultyStore(faults), handlers });
    const ack = receiver.receive(await sampleDelivery());
    await vi.advanceTimersByTimeAsync(after);
    expect(signals[0]?.aborted).toBe(true);
    expect(String(signals[0]?.reason)).toMatch(/lease/);
    expect(await ack).toMatchObject({ status: 503, outcome: { kind: 'timed_out' } });
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
