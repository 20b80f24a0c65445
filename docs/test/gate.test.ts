import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, it } from 'vitest';
import { countParts } from '../../.ci/count-report.mjs';
import { runSteps, type Step } from '../../.ci/run-steps.mjs';

// Red steps of `.ci/run`: an accident must not stop a landing, and nothing else may pass.

/** A step whose program ends with 1, and with 0 when it runs again if `file` is given. */
function redStep(name: string, file?: string): Step {
  const program = `
    const { existsSync, writeFileSync } = require('node:fs');
    const [file] = process.argv.slice(1);
    if (file && existsSync(file)) process.exit(0);
    if (file) writeFileSync(file, '');
    console.log('it failed');
    process.exit(1);`;
  return { name, command: [process.execPath, '-e', program, file ?? ''] };
}

const greenStep: Step = { name: 'green', command: [process.execPath, '-e', ''] };

/** Each step with what passed and failed in it. */
async function countOf(steps: readonly Step[]) {
  const { results, flaky } = await runSteps(steps);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const counts = results.map(({ name, parts }) => [
    name,
    sum(parts.map(({ passed }) => passed)),
    sum(parts.map(({ failed }) => failed)),
  ]);
  return { counts, flaky };
}

it('runs a red step again, alone: green then, it counts as passed and is named', async () => {
  const once = redStep('red once', join(scratchFolder(), 'again'));
  const { counts, flaky } = await countOf([once, greenStep, redStep('red')]);
  expect(counts).toEqual([
    ['red once', 1, 0],
    ['green', 1, 0],
    ['red', 0, 1],
  ]);
  expect(flaky).toEqual([{ name: 'red once', failure: 'it failed' }]);
});

it('runs nothing again when more than five are red', async () => {
  const folder = scratchFolder();
  const steps = Array.from({ length: 6 }, (_, index) =>
    redStep(`red once ${index}`, join(folder, String(index))),
  );
  const { counts, flaky } = await countOf(steps);
  expect(counts).toEqual(steps.map(({ name }) => [name, 0, 1]));
  expect(flaky).toEqual([]);
});

it('a step that the others need runs again at once, and they do not run without it', async () => {
  const once: Step = { ...redStep('red once', join(scratchFolder(), 'again')), required: true };
  const needed: Step = { ...redStep('needed'), required: true };
  expect((await countOf([once, needed, greenStep])).counts).toEqual([
    ['red once', 1, 0],
    ['needed', 0, 1],
  ]);
});

it('runs only the red scenarios again', async () => {
  const log = join(scratchFolder(), 'log');
  // Is red unless one scenario runs alone.
  const program = `
    const { appendFileSync, writeFileSync } = require('node:fs');
    const [log, report, ...names] = process.argv.slice(1);
    appendFileSync(log, names.join() + ' ');
    const statusOf = (name) => names.length === 1 || name === 'a' ? 'passed' : 'failed';
    writeFileSync(report, JSON.stringify(names.map((name) => ({ name, status: statusOf(name), failure: 'why' }))));
    process.exitCode = names.length === 1 ? 0 : 1;`;
  const command = [process.execPath, '-e', program, log, '{report}'];
  const step: Step = { name: 'drills', command, report: 'scenarios', parts: ['a', 'b', 'c'] };
  const { counts, flaky } = await countOf([step]);
  expect(readFileSync(log, 'utf8')).toBe('a,b,c b c ');
  expect(counts).toEqual([['drills', 3, 0]]);
  expect(flaky).toEqual([
    { name: 'b', failure: 'why' },
    { name: 'c', failure: 'why' },
  ]);
});

it('counts a file once for all projects, and as failed what did not load, may not be skipped, or broke outside files', () => {
  const report = join(scratchFolder(), 'report.json');
  const test = (status: string) => ({ status, fullName: status, failureMessages: ['why'] });
  const file = (name: string, status: string, ...tests: object[]) => ({
    name: join(process.cwd(), name),
    status,
    message: 'it did not load',
    assertionResults: tests,
  });
  const countOfReport = (ok: boolean, ...testResults: object[]) => {
    writeFileSync(report, JSON.stringify({ testResults }));
    return countParts({ name: 'test', report: 'files' }, ok, report, ['a.ts > skipped']);
  };
  const green = file('a.ts', 'passed', test('passed'), test('skipped'));
  const a = { name: 'a.ts', passed: 1, failed: 0, skipped: 1, failures: [] };
  const itself = { name: 'test', passed: 0, failed: 1, skipped: 0, failures: [] };
  expect(countOfReport(true, green)).toEqual([a]);
  expect(countOfReport(false, green)).toEqual([a, itself]);
  const red = file('a.ts', 'failed', test('failed'));
  expect(countOfReport(false, green, red, file('b.ts', 'failed'))).toEqual([
    { ...a, failed: 1, failures: ['a.ts > failed: why'] },
    { ...itself, name: 'b.ts', failures: ['b.ts: it did not load'] },
  ]);
  const other = file('b.ts', 'passed', test('skipped'));
  expect(countOfReport(true, other)).toEqual([
    {
      ...itself,
      name: 'b.ts',
      failures: ['b.ts > skipped: it was skipped, and tests/skipped.json does not have it'],
    },
  ]);
});
