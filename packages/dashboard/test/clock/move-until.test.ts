import type { ClockMove, DueKind, DueWork } from '@screening-webhooks/sandbox';
import { expect, test } from 'vitest';
import type { MoveCommand } from '../../src/api/controls.js';
import { dueUntil } from '../../src/clock/due-until.js';
import { movedWords, moveUntil, progressWords } from '../../src/clock/move-until.js';

const start = Date.parse('2026-11-22T19:00:00.000Z');
const MINUTE = 60_000;
const at = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();

function answer(minutes: number, more: Partial<ClockMove> = {}): ClockMove {
  return {
    now: at(minutes),
    ran: 1,
    failed: [],
    deliveries: { succeeded: 0, failed: 1 },
    next: null,
    target: at(15),
    limitReached: false,
    stopped: false,
    ...more,
  };
}

/** Moves with these answers of the service. */
async function moved(command: MoveCommand, answers: ClockMove[], isStopped = () => false) {
  const sent: MoveCommand[] = [];
  const total = await moveUntil(
    command,
    async (each) => {
      sent.push(each);
      const [next] = answers.splice(0, 1);
      if (!next) throw new Error('It was moved once too often.');
      return next;
    },
    isStopped,
  );
  return { sent, total };
}

test('a move that the service ends early begins again, until its target', async () => {
  const failed = [{ kind: 'source_attempt', id: 'dv_1', outcome: 'waiting' }] as const;
  const limit = { limitReached: true };
  const { sent, total } = await moved({ advance: '15m' }, [
    answer(3, { ...limit, ran: 10 }),
    answer(7, { ...limit, failed }),
    answer(15, { ran: 0, deliveries: { succeeded: 2, failed: 0 } }),
  ]);
  expect(sent).toEqual([{ advance: '15m' }, { to: at(15) }, { to: at(15) }]);
  expect(total).toEqual({
    ...answer(15),
    ran: 11,
    failed,
    deliveries: { succeeded: 2, failed: 2 },
  });
});

test('a move without a time begins again as it was', async () => {
  const drained = await moved({ drain: true }, [
    answer(3, { limitReached: true, target: null }),
    answer(9, { target: null }),
  ]);
  expect(drained.sent).toEqual([{ drain: true }, { drain: true }]);
  const settled = await moved({ settle: true }, [
    answer(0, { limitReached: true, target: at(0) }),
    answer(0, { target: at(0) }),
  ]);
  expect(settled.sent).toEqual([{ settle: true }, { settle: true }]);
});

test('a move that was stopped does not begin again', async () => {
  const here = await moved({ advance: '15m' }, [answer(3, { limitReached: true })], () => true);
  expect(here.total).toMatchObject({ now: at(3), stopped: true });
  const elsewhere = await moved({ advance: '15m' }, [
    answer(3, { limitReached: true, stopped: true }),
  ]);
  expect(elsewhere.total.now).toBe(at(3));
});

test.each<[ClockMove, string]>([
  [answer(1440), 'The clock moved by 1 d. 1 job ran.'],
  [answer(15, { ran: 0 }), 'The clock moved by 15 min. Nothing was due.'],
  [answer(0, { ran: 0 }), 'Nothing was due.'],
  [answer(0, { ran: 2 }), '2 jobs ran.'],
  [
    answer(3, { ran: 10, stopped: true }),
    'The move was stopped. The clock moved by 3 min. 10 jobs ran.',
  ],
  [
    answer(1, { ran: 0, failed: [{ kind: 'retention', id: 'x', outcome: 'waiting' }] }),
    'The clock moved by 1 min. 0 jobs ran. 1 job failed.',
  ],
])('%j is told as: %s', (move, words) => {
  expect(movedWords(move, start)).toBe(words);
});

test('the progress of a move', () => {
  const target = start + 1440 * MINUTE;
  expect(progressWords({ from: start, target }, start)).toBe('0 s of 1 d');
  expect(progressWords({ from: start, target }, start + 3 * MINUTE)).toBe('3 min of 1 d');
  expect(progressWords({ from: start, target: undefined }, start + MINUTE)).toBe('1 min');
});

/** Due work, a minute apart. */
function dueWork(kinds: readonly DueKind[], more: Partial<DueWork> = {}): DueWork {
  const data = kinds.map((kind, index) => ({
    kind,
    at: at(index),
    object: { type: 'report', id: `rpt_${index}` } as const,
    tenantId: 'acct',
    host: null,
    attempt: null,
  }));
  return { data, byKind: {}, total: data.length, complete: true, ...more };
}

const retries = dueWork(['delivery_attempt', 'final_notice', 'delivery_attempt']);

test.each<[string, number, DueWork]>([
  ['Nothing is due until then.', -1, retries],
  ['Due until then: 1 attempt.', 0, retries],
  ['Due until then: 2 attempts and 1 final notice.', 2, retries],
  ['Due until then: 1 attempt and 1 final notice.', 1, { ...retries, total: 4 }],
  ['Due until then: at least 2 attempts and 1 final notice.', 2, { ...retries, total: 4 }],
  ['Due until then: at least 2 attempts and 1 final notice.', 9, { ...retries, complete: false }],
])('%s The move would end after %d min.', (words, minutes, due) => {
  expect(dueUntil(due, start + minutes * MINUTE)).toBe(words);
});
