import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runProgram, startNode } from '../../bench/measure/program.js';
import type { Row } from '../../bench/measure/row.js';
import { isBad, type Part, runSubjects } from '../../bench/measure/run-subjects.js';
import { tablesOf } from '../../bench/measure/tables-of.js';

// `npm run bench`: a failure is reported, and takes nothing along.

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const row = (others: Partial<Row> = {}): Row => ({
  subject: 'one',
  contest: 'a contest',
  name: 'a name',
  ...others,
});
const measures =
  (...rows: readonly Row[]): Part =>
  async () =>
    rows;
const options = { effort: 'full', requireServices: false, onEnd: () => {} } as const;

test('a part that fails is a row, and the other parts and subjects go on', async () => {
  const fails: Part = async () => {
    throw new Error('The folder | is\nmissing.');
  };
  const other = row({ subject: 'two' });
  const rows = await runSubjects(
    { one: [measures(row()), fails, measures(row())], two: [measures(other)] },
    options,
  );
  const failure = { subject: 'one', contest: 'fails', name: 'all' };
  expect(rows).toEqual([row(), { ...failure, failed: 'The folder | is\nmissing.' }, row(), other]);
  expect(rows.map(isBad)).toEqual([false, true, false, false]);
  expect(tablesOf(rows)).toContain('| FAILED: The folder \\| is missing. |');
});

test('the rows of a subject are handed over before the next subject starts', async () => {
  const events: string[] = [];
  const part = (name: string): Part => {
    return async () => {
      events.push(`${name} runs`);
      return [row({ subject: name })];
    };
  };
  await runSubjects(
    { one: [part('one')], two: [part('two')] },
    { ...options, onEnd: (name, rows) => events.push(`${name} has ${rows.length} row`) },
  );
  expect(events).toEqual(['one runs', 'one has 1 row', 'two runs', 'two has 1 row']);
});

test('a quick run judges no budget', async () => {
  const subjects = { one: [measures(row({ ratio: 0.5, budget: 1 }))] };
  expect((await runSubjects(subjects, options)).map(isBad)).toEqual([true]);
  const quick = await runSubjects(subjects, { ...options, effort: 'quick' });
  expect(quick).toEqual([row({ ratio: 0.5 })]);
  expect(quick.map(isBad)).toEqual([false]);
});

test('a part without its server is skipped, or fails where servers are required', async () => {
  const subjects = { one: [measures(row({ skipped: 'no Redis' }))] };
  expect((await runSubjects(subjects, options)).map(isBad)).toEqual([false]);
  const required = await runSubjects(subjects, { ...options, requireServices: true });
  expect(required).toEqual([row({ failed: 'REQUIRE_SERVICES=1, but no Redis' })]);
});

test.each<[string, readonly Row[], string]>([
  ['no row', [], 'It measured nothing.'],
  ['a figure that is not a number', [row({ figures: { ms: Number.NaN } })], 'ms: not a number'],
  ['a rate of no time', [row({ figures: { '/s': Infinity } })], '/s: not a number'],
  ['a ratio that is not a number', [row({ ratio: Number.NaN })], 'ratio: not a number'],
])('a part that measured %s fails', async (_, rows, failed) => {
  const [failure] = await runSubjects({ one: [measures(...rows)] }, options);
  expect(failure?.failed).toBe(failed);
});

test('a program that bundles sources of a package finds the files of the package', async () => {
  const program = new URL('support/migrations-folder-program.ts', import.meta.url);
  const output = await runProgram(program, { effort: 'quick' });
  const folder = new URL('../../packages/sandbox/migrations', import.meta.url);
  expect(output.trim()).toBe(fileURLToPath(folder));
});

test('a program that ends before it is ready fails with its error', async () => {
  const started = startNode(['--eval', "throw new RangeError('too far')"]);
  await expect(started).rejects.toThrow('has ended. RangeError: too far');
});
