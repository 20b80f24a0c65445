import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CoalesceOptions, coalesce } from '../src/coalesce.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const REFUSED = new Error('refused');

/** A sender that records what was sent and answers on command. */
function controlledSender(options?: CoalesceOptions) {
  const sent: string[][] = [];
  const pending: { readonly answer: () => void; readonly fail: (error: Error) => void }[] = [];

  function send<Answer>(operations: readonly string[], answer: Answer): Promise<Answer> {
    sent.push([...operations]);
    return new Promise((resolve, reject) => {
      pending.push({ answer: () => resolve(answer), fail: reject });
    });
  }

  const ask = coalesce<string, string>(
    {
      sendOne: (operation) => send([operation], `${operation}!`),
      sendBatch: (operations) =>
        send(
          operations,
          operations.map((each) => `${each}!`),
        ),
      isCausedByOne: (error) => error === REFUSED,
    },
    options,
  );
  return {
    ask,
    sent,
    async answer(index: number) {
      pending[index]?.answer();
      await runMicrotasks();
    },
    async fail(index: number, error: Error) {
      pending[index]?.fail(error);
      await runMicrotasks();
    },
  };
}

/** Runs all microtasks without letting time pass. */
async function runMicrotasks(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

it('sends a single operation at once', async () => {
  const { ask, sent, answer } = controlledSender();
  const first = ask('a');
  expect(sent).toEqual([['a']]);
  await answer(0);
  await expect(first).resolves.toBe('a!');
  const again = ask('b');
  expect(sent).toEqual([['a'], ['b']]);
  await answer(1);
  await expect(again).resolves.toBe('b!');
});

it('sends operations that arrive during a batch as the next batch, each with its own answer', async () => {
  const { ask, sent, answer } = controlledSender();
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(ask));
  await runMicrotasks();
  expect(sent).toEqual([['a']]);
  await answer(0);
  expect(sent).toEqual([['a'], ['b', 'c', 'd']]);
  await answer(1);
  await expect(answers).resolves.toEqual(['a!', 'b!', 'c!', 'd!']);
});

it('sends at most the limit per batch, in the order of arrival', async () => {
  const { ask, sent, answer } = controlledSender({ limit: 2 });
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(ask));
  for (const index of [0, 1, 2]) await answer(index);
  expect(sent).toEqual([['a'], ['b', 'c'], ['d']]);
  await expect(answers).resolves.toHaveLength(4);
});

it('limits a batch to 200 by default', async () => {
  const { ask, sent, answer } = controlledSender();
  const answers = Promise.all(Array.from({ length: 301 }, (_, index) => ask(`${index}`)));
  for (const index of [0, 1, 2]) await answer(index);
  expect(sent.map((batch) => batch.length)).toEqual([1, 200, 100]);
  await answers;
});

it('sends the follow-up operations of one batch together', async () => {
  const { ask, sent, answer } = controlledSender();
  const callers = ['a', 'b', 'c'].map(async (name) => {
    await ask(name);
    // One microtask later, as with an async function around `ask`.
    await undefined;
    return ask(`${name}2`);
  });
  await answer(0);
  expect(sent[1]).toEqual(['b', 'c', 'a2']);
  await answer(1);
  expect(sent[2]).toEqual(['b2', 'c2']);
  await answer(2);
  await Promise.all(callers);
});

it('rejects all operations of a failed batch, and sends the next one', async () => {
  const { ask, sent, answer, fail } = controlledSender();
  const answers = Promise.allSettled(['a', 'b', 'c'].map(ask));
  await answer(0);
  await fail(1, new Error('gone'));
  expect((await answers).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  const next = ask('d');
  expect(sent).toEqual([['a'], ['b', 'c'], ['d']]);
  await answer(2);
  await expect(next).resolves.toBe('d!');
});

it('sends each operation alone when one of them made the batch fail, and rejects only that one', async () => {
  const { ask, sent, answer, fail } = controlledSender();
  const answers = Promise.allSettled(['a', 'b', 'bad', 'c'].map(ask));
  await answer(0);
  await fail(1, REFUSED);
  expect(sent.slice(2)).toEqual([['b'], ['bad'], ['c']]);
  await answer(2);
  await fail(3, REFUSED);
  await answer(4);
  expect((await answers).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(sent).toHaveLength(5);
});

it('does not send a single operation again', async () => {
  const { ask, sent, fail } = controlledSender();
  const rejection = expect(ask('bad')).rejects.toBe(REFUSED);
  await fail(0, REFUSED);
  await rejection;
  expect(sent).toEqual([['bad']]);
});

it('sends the next batch when a batch has stalled for the stall timeout', async () => {
  const { ask, sent, answer } = controlledSender();
  const stalled = ask('stalled');
  const answers = Promise.all([ask('a'), ask('b')]);
  await vi.advanceTimersByTimeAsync(99);
  expect(sent).toEqual([['stalled']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([['stalled'], ['a', 'b']]);
  const c = ask('c');
  // The stalled batch is answered while its successor is in flight. No third batch may be sent beside that one.
  await answer(0);
  await expect(stalled).resolves.toBe('stalled!');
  expect(sent).toHaveLength(2);
  await answer(1);
  await answers;
  expect(sent).toEqual([['stalled'], ['a', 'b'], ['c']]);
  await answer(2);
  await expect(c).resolves.toBe('c!');
});

it('leaves no timer behind', async () => {
  const { ask, answer, fail } = controlledSender();
  const answers = Promise.allSettled(['a', 'b', 'c'].map(ask));
  await answer(0);
  await fail(1, new Error('gone'));
  await answers;
  expect(vi.getTimerCount()).toBe(0);
});

it('rejects an operation that the batch did not answer', async () => {
  const ask = coalesce<string, string>({
    sendOne: async () => 'one',
    sendBatch: async () => ['many'],
    isCausedByOne: () => false,
  });
  const answers = await Promise.allSettled([ask('a'), ask('b'), ask('c')]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});
