import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checks } from '../../src/prove/checks/checks.js';
import { flawNames, flaws } from './mutants/flaws.js';
import { proveMutant } from './mutants/prove-mutant.js';

// The checks that name a flaw. test-mutants/prove-mutants.test.ts runs every check against every mutant.

test('a receiver without a flaw passes every check', async () => {
  expect(await proveMutant(undefined)).toEqual({ failed: [], advised: [], unproven: [], exit: 0 });
});

test.for(flawNames)('the checks that name it find the flaw %s', async (flaw) => {
  const { caughtBy, after } = flaws[flaw];
  const { failed, advised, exit } = await proveMutant(flaw, [...caughtBy, ...after]);
  expect([...failed, ...advised].sort()).toEqual([...caughtBy].sort());
  expect(exit).toBe(1);
});

test('every flaw and every check is on the page of mutants', () => {
  const page = readFileSync(new URL('../../../../docs/prove-mutants.md', import.meta.url), 'utf8');
  const lines = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(lines).toEqual([...flawNames, ...checks.map(({ name }) => name)]);
});

test('the README says how many checks and flaws there are', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`\n${checks.length} checks over HTTP`);
  expect(readme).toContain(`lists ${flawNames.length} flaws`);
  for (const group of new Set(checks.map((check) => check.group))) {
    expect(readme).toContain(`| \`${group}\` |`);
  }
});
