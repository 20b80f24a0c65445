import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  MOST_WAITING,
  WRITE_AFTER_MS,
  writeBehind,
} from '../../../src/service/http/write-behind.js';
import { deferred } from '../../support/deferred.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const blank = Object.assign(new Error('is blank'), { code: '23514' });

/** Stores words in memory. Refuses `blank`, as the database refuses bad data. */
function storing() {
  const statements: (readonly string[])[] = [];
  const errors: unknown[] = [];
  const store = async (words: readonly string[]): Promise<void> => {
    if (words.includes('down')) throw new Error('The connection is lost.');
    if (words.includes('blank')) throw blank;
    statements.push(words);
  };
  const log = writeBehind(store, (error) => errors.push(error));
  return { statements, errors, log };
}

it('stores all items in one statement, when its time has come', async () => {
  const { statements, log } = storing();
  await log.add('a');
  vi.advanceTimersByTime(WRITE_AFTER_MS - 1);
  await log.add('b');
  expect(statements).toEqual([]);
  vi.advanceTimersByTime(1);
  await expect.poll(() => statements).toEqual([['a', 'b']]);
});

it('is stored once flush() resolves, with what an earlier write still stores', async () => {
  const gates = [deferred<void>(), deferred<void>()];
  const stored: string[] = [];
  const log = writeBehind<string>(
    async (words) => {
      await gates[stored.length]?.promise;
      stored.push(...words);
    },
    () => {},
  );
  await log.add('a');
  const first = log.flush();
  await log.add('b');
  const both = log.flush().then(() => stored.join());
  gates[0]?.resolve();
  await first;
  gates[1]?.resolve();
  expect(await both).toBe('a,b');
});

it('has nothing to flush at first', async () => {
  const { statements, log } = storing();
  await log.flush();
  expect(statements).toEqual([]);
});

it.each([
  ['blank', blank],
  ['down', new Error('The connection is lost.')],
])('loses none beside one that cannot be stored, and reports it: %s', async (word, error) => {
  const { statements, errors, log } = storing();
  for (const each of ['a', word, 'b']) await log.add(each);
  await log.flush();
  await log.add('c');
  await log.flush();
  expect(statements).toEqual([['a'], ['b'], ['c']]);
  expect(errors).toEqual([error]);
});

it('makes callers wait while the database is behind', async () => {
  const gate = deferred<void>();
  let stored = 0;
  const log = writeBehind<number>(
    async (numbers) => {
      await gate.promise;
      stored += numbers.length;
    },
    () => {},
  );
  for (let number = 1; number < MOST_WAITING; number += 1) await log.add(number);
  let ended = false;
  const last = log.add(MOST_WAITING).then(() => {
    ended = true;
  });
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  gate.resolve();
  await last;
  expect(stored).toBe(MOST_WAITING);
  // The log has room again.
  await log.add(0);
});
