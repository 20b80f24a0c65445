import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checks } from '../../src/prove/checks/checks.js';
import { flawNames, flaws } from './mutants/flaws.js';
import { proveMutant } from './mutants/prove-mutant.js';

test('a receiver without a flaw passes every check', async () => {
  expect(await proveMutant(undefined)).toEqual({ failed: [], advised: [], unproven: [], exit: 0 });
});

test.for(flawNames)('the checks that name it find the flaw %s', async (flaw) => {
  const { caughtBy, after } = flaws[flaw];
  const { failed, advised, exit } = await proveMutant(flaw, [...caughtBy, ...after]);
  expect([...failed, ...advised].sort()).toEqual([...caughtBy].sort());
  expect(exit).toBe(1);
});

test('the README says how many checks and flaws there are', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`\n${checks.length} checks over HTTP`);
  expect(readme).toContain(`${flawNames.length} flaws in all`);
  for (const group of new Set(checks.map((check) => check.group))) {
    expect(readme).toContain(`| \`${group}\` |`);
  }
});
