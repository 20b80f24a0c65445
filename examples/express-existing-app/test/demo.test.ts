import { afterEach, describe, expect, test, vi } from 'vitest';
import { colors } from '../src/demo/colors.js';
import { deliveryScenarios } from '../src/demo/delivery-scenarios.js';
import { ACK_TIMEOUT } from '../src/demo/demo-settings.js';
import { type Report, runDemo } from '../src/demo/run-demo.js';
import { runScenarios } from '../src/demo/run-scenarios.js';
import type { Step } from '../src/demo/scenario.js';
import { table } from '../src/demo/table.js';

const idle = async (): Promise<void> => {};

// The deadline passes when the slow handler runs, and at no other time.
const passDeadline = (): void => void vi.advanceTimersByTime(ACK_TIMEOUT);

afterEach(() => {
  vi.useRealTimers();
});

test('the app answers everything that the demo sends as specified', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const report = await runDemo(undefined, passDeadline);
  expect(report.mismatches).toEqual([]);
  expect(report.sections.flatMap(({ rows }) => rows).length).toBeGreaterThan(20);
});

test('the demo reports events that were not processed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [emitted] = deliveryScenarios;
  const { mismatches, runCounts } = await runDemo(emitted ? [emitted] : []);
  const missing = runCounts.filter(({ expected }) => expected.runs > 0).length - 3;
  expect(mismatches).toHaveLength(missing);
  expect(mismatches).toContain('evt_retried: handler runs 0 and writes 0, expected 2 and 1');
});

describe('a step differs when', () => {
  const ok = { status: 200, says: 'processed' };
  const busy = { status: 409, says: 'in_progress' };
  const late = { ...ok, ms: 15_000 };
  const answers = (...all: readonly { status: number; says: string; ms?: number }[]) => {
    const left = [...all];
    return async () => ({ ms: 1, ...(left.shift() ?? ok) });
  };

  test.each<[string, Omit<Step, 'what'>, string]>([
    ['the status differs', { send: answers({ ...ok, status: 201 }), expect: ok }, '200 processed'],
    ['the outcome differs', { send: answers(busy), expect: { ...busy, says: 'x' } }, '409 x'],
    ['it comes after 15 s', { send: answers(late), expect: ok }, '200 processed'],
    [
      'two copies were processed',
      { send: answers(ok, ok), copies: 2, expect: ok, others: [busy] },
      'once 200 processed, else 409 in_progress',
    ],
    [
      'no copy was processed',
      { send: answers(busy, busy), copies: 2, expect: ok, others: [busy] },
      'once 200 processed, else 409 in_progress',
    ],
  ])('%s', async (what, step, expected) => {
    const scenarios = [{ title: 'x', steps: [{ what, ...step }] }];
    const [section] = await runScenarios(scenarios, '', idle);
    expect(section?.rows).toMatchObject([{ what, expected }]);
  });
});

describe('the table', () => {
  const report: Report = {
    sections: [
      {
        title: 'A title',
        rows: [
          { what: 'short', status: '200', says: 'processed', ms: 3 },
          { what: 'rather long', status: '200 409', says: 'x', ms: 12_345, expected: '200 y' },
        ],
      },
    ],
    runCounts: [
      {
        eventId: 'evt_1',
        runCount: { runs: 2, writes: 1 },
        expected: { runs: 1, writes: 1 },
      },
    ],
    mismatches: ['A title: rather long', 'evt_1'],
  };

  test('is plain and aligned without colors', () => {
    expect(table(report, colors(false)).split('\n')).toEqual([
      '    what was sent  status   outcome       ms',
      '',
      '  A title',
      '  ✓ short          200      processed      3',
      '  ✗ rather long    200 409  x          12345',
      '    expected: 200 y',
      '',
      '  How often the handler ran',
      '  ✗ evt_1     2  1 of them a success',
      '',
      '  2 of 3 do not match the specification:',
      '  - A title: rather long',
      '  - evt_1',
    ]);
  });

  test('has the same text with colors', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape codes of colors
    const codes = /\u001B\[\d+m/g;
    const colored = table(report, colors(true));
    expect(colored).toMatch(codes);
    expect(colored.replaceAll(codes, '')).toBe(table(report, colors(false)));
  });
});
