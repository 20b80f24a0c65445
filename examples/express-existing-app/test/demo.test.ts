import { describe, expect, test } from 'vitest';
import { deliveryScenarios } from '../src/demo/delivery-scenarios.js';
import { paint } from '../src/demo/paint.js';
import { type Report, runDemo } from '../src/demo/run-demo.js';
import { runScenarios } from '../src/demo/run-scenarios.js';
import type { Step } from '../src/demo/scenario.js';
import { table } from '../src/demo/table.js';

const idle = async (): Promise<void> => {};

test('everything the demo sends is answered as the specification demands', async () => {
  const report = await runDemo();
  expect(report.mismatches).toEqual([]);
  expect(report.sections.flatMap(({ rows }) => rows).length).toBeGreaterThan(20);
});

test('the demo names what did not happen', async () => {
  const [emitted] = deliveryScenarios;
  const { mismatches, tallies } = await runDemo(emitted ? [emitted] : []);
  const missing = tallies.filter(({ expected }) => expected.runs > 0).length - 3;
  expect(mismatches).toHaveLength(missing);
  expect(mismatches).toContain('evt_retried: handler runs 0 and writes 0, demanded are 2 and 1');
});

describe('a step is not as demanded when', () => {
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
    ['it came after 15 s', { send: answers(late), expect: ok }, '200 processed'],
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
  ])('%s', async (what, step, demanded) => {
    const scenarios = [{ title: 'x', steps: [{ what, ...step }] }];
    const [section] = await runScenarios(scenarios, '', idle);
    expect(section?.rows).toMatchObject([{ what, demanded }]);
  });
});

describe('the table', () => {
  const report: Report = {
    sections: [
      {
        title: 'A title',
        rows: [
          { what: 'short', status: '200', says: 'processed', ms: 3 },
          { what: 'rather long', status: '200 409', says: 'x', ms: 12_345, demanded: '200 y' },
        ],
      },
    ],
    tallies: [
      {
        eventId: 'evt_1',
        tally: { runs: 2, writes: 1 },
        expected: { runs: 1, writes: 1 },
      },
    ],
    mismatches: ['A title: rather long', 'evt_1'],
  };

  test('is plain and aligned without colours', () => {
    expect(table(report, paint(false)).split('\n')).toEqual([
      '    what was sent  status   outcome       ms',
      '',
      '  A title',
      '  ✓ short          200      processed      3',
      '  ✗ rather long    200 409  x          12345',
      '    demanded: 200 y',
      '',
      '  How often the handler ran',
      '  ✗ evt_1     2  1 of them a success',
      '',
      '  2 of 3 are not what the specification demands:',
      '  - A title: rather long',
      '  - evt_1',
    ]);
  });

  test('has the same text with colours', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what colours are made of
    const colours = /\u001B\[\d+m/g;
    const coloured = table(report, paint(true));
    expect(coloured).toMatch(colours);
    expect(coloured.replaceAll(colours, '')).toBe(table(report, paint(false)));
  });
});
