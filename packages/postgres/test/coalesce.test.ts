import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CoalesceOptions, coalesce } from '../src/coalesce.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const REFUSED = new Error('refused');

/** A sender that answers when it is told to, and keeps what was sent. */
function slowSender(options?: CoalesceOptions) {
  const sent: string[][] = [];
  const flights: { readonly land: () => void; readonly crash: (error: Error) => void }[] = [];

  function fly<Answer>(operations: readonly string[], answer: () => Answer): Promise<Answer> {
    sent.push([...operations]);
    return new Promise((resolve, reject) => {
      flights.push({ land: () => resolve(answer()), crash: reject });
    });
  }

  const ask = coalesce<string, string>(
    {
      one: (operation) => fly([operation], () => `${operation}!`),
      many: (operations) => fly(operations, () => operations.map((each) => `${each}!`)),
      isOfOne: (error) => error === REFUSED,
    },
    options,
  );
  return {
    ask,
    sent,
    async land(index: number) {
      flights[index]?.land();
      await settled();
    },
    async crash(index: number, error: Error) {
      flights[index]?.crash(error);
      await settled();
    },
  };
}

/** Lets all microtasks run, and no time pass. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

it('sends an operation that comes alone at once', async () => {
  const { ask, sent, land } = slowSender();
  const answer = ask('a');
  expect(sent).toEqual([['a']]);
  await land(0);
  await expect(answer).resolves.toBe('a!');
  const again = ask('b');
  expect(sent).toEqual([['a'], ['b']]);
  await land(1);
  await expect(again).resolves.toBe('b!');
});

it('sends what comes meanwhile as one, each with its own answer', async () => {
  const { ask, sent, land } = slowSender();
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(ask));
  await settled();
  expect(sent).toEqual([['a']]);
  await land(0);
  expect(sent).toEqual([['a'], ['b', 'c', 'd']]);
  await land(1);
  await expect(answers).resolves.toEqual(['a!', 'b!', 'c!', 'd!']);
});

it('sends no more than the limit at a time, the first first', async () => {
  const { ask, sent, land } = slowSender({ limit: 2 });
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(ask));
  for (const flight of [0, 1, 2]) await land(flight);
  expect(sent).toEqual([['a'], ['b', 'c'], ['d']]);
  await expect(answers).resolves.toHaveLength(4);
});

it('has a limit of 200', async () => {
  const { ask, sent, land } = slowSender();
  const answers = Promise.all(Array.from({ length: 301 }, (_, index) => ask(`${index}`)));
  for (const flight of [0, 1, 2]) await land(flight);
  expect(sent.map((batch) => batch.length)).toEqual([1, 200, 100]);
  await answers;
});

it('sends those together who ask again on hearing their answers', async () => {
  const { ask, sent, land } = slowSender();
  const lanes = ['a', 'b', 'c'].map(async (name) => {
    await ask(name);
    // As far from the answer as an async function between us and the asker.
    await undefined;
    return ask(`${name}2`);
  });
  await land(0);
  expect(sent[1]).toEqual(['b', 'c', 'a2']);
  await land(1);
  expect(sent[2]).toEqual(['b2', 'c2']);
  await land(2);
  await Promise.all(lanes);
});

it('fails all of a batch that has failed, and goes on', async () => {
  const { ask, sent, land, crash } = slowSender();
  const answers = Promise.allSettled(['a', 'b', 'c'].map(ask));
  await land(0);
  await crash(1, new Error('gone'));
  expect((await answers).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  const next = ask('d');
  expect(sent).toEqual([['a'], ['b', 'c'], ['d']]);
  await land(2);
  await expect(next).resolves.toBe('d!');
});

it('tries each alone when one may be at fault, and fails that one', async () => {
  const { ask, sent, land, crash } = slowSender();
  const answers = Promise.allSettled(['a', 'b', 'bad', 'c'].map(ask));
  await land(0);
  await crash(1, REFUSED);
  expect(sent.slice(2)).toEqual([['b'], ['bad'], ['c']]);
  await land(2);
  await crash(3, REFUSED);
  await land(4);
  expect((await answers).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(sent).toHaveLength(5);
});

it('does not try one that was alone again', async () => {
  const { ask, sent, crash } = slowSender();
  const answer = expect(ask('bad')).rejects.toBe(REFUSED);
  await crash(0, REFUSED);
  await answer;
  expect(sent).toEqual([['bad']]);
});

it('lets nobody wait for a batch that hangs for longer than its patience', async () => {
  const { ask, sent, land } = slowSender();
  const hung = ask('hung');
  const answers = Promise.all([ask('a'), ask('b')]);
  await vi.advanceTimersByTimeAsync(99);
  expect(sent).toEqual([['hung']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([['hung'], ['a', 'b']]);
  const c = ask('c');
  // What hung comes back, while its successor is in flight: still one at a time.
  await land(0);
  await expect(hung).resolves.toBe('hung!');
  expect(sent).toHaveLength(2);
  await land(1);
  await answers;
  expect(sent).toEqual([['hung'], ['a', 'b'], ['c']]);
  await land(2);
  await expect(c).resolves.toBe('c!');
});

it('leaves no timer behind', async () => {
  const { ask, land, crash } = slowSender();
  const answers = Promise.allSettled(['a', 'b', 'c'].map(ask));
  await land(0);
  await crash(1, new Error('gone'));
  await answers;
  expect(vi.getTimerCount()).toBe(0);
});

it('fails what came back without an answer', async () => {
  const ask = coalesce<string, string>({
    one: async () => 'one',
    many: async () => ['many'],
    isOfOne: () => false,
  });
  const answers = await Promise.allSettled([ask('a'), ask('b'), ask('c')]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});
