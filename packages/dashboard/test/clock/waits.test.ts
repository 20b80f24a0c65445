import { expect, test } from 'vitest';
import {
  type ClockReading,
  moveToEnd,
  nextAttemptWords,
  waitSentence,
} from '../../src/clock/waits.js';

const at = '2026-11-22T19:00:30.000Z';
const before = Date.parse(at) - 30_000;
const due = Date.parse(at);

test.each<[ClockReading, string, string]>([
  [{ now: before, frozen: false }, 'The next attempt is due in 30 s.', 'next in 30 s'],
  [{ now: due, frozen: false }, 'The next attempt is due now.', 'next now'],
  [
    { now: before, frozen: true },
    'The next attempt is due in 30 s. The clock is frozen.',
    'next in 30 s',
  ],
  [
    { now: due, frozen: true },
    'The next attempt is due, but the clock is frozen.',
    'next due, clock frozen',
  ],
])('at %j: %s', (clock, sentence, words) => {
  expect(waitSentence({ kind: 'attempt', at }, clock)).toBe(sentence);
  expect(nextAttemptWords(at, clock)).toBe(words);
});

test.each([true, false])('a wait for a person is not due (frozen: %s)', (frozen) => {
  const wait = { kind: 'decision', at: null } as const;
  expect(waitSentence(wait, { now: due, frozen })).toBe('Waiting for a decision by hand.');
  expect(moveToEnd(wait, { now: due, frozen })).toBeUndefined();
});

test('on a frozen clock a move ends the wait, on a real one nobody has to', () => {
  const wait = { kind: 'source_answer', at } as const;
  const move = (now: number, frozen: boolean) => moveToEnd(wait, { now, frozen })?.command;
  expect(move(before, true)).toEqual({ to: at });
  // The clock does not go back.
  expect(move(due + 1, true)).toEqual({ settle: true });
  expect(move(before, false)).toBeUndefined();
  expect(move(due, false)).toBeUndefined();
});
