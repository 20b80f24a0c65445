import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checks } from '../../src/prove/checks/checks.js';
import { flawNames, flaws } from './mutants/flaws.js';
import { createMutant } from './mutants/mutant-receiver.js';
import { checksThat, OLD_SECRET, only, reportOf, SECRET } from './run-prove.js';

test.for(flawNames)('the checks that name it find the flaw %s', async (flaw) => {
  const { caughtBy, after } = flaws[flaw];
  const { report, exit } = await reportOf(
    (probe) => createMutant(flaw, [SECRET, OLD_SECRET], probe),
    ['--secret', OLD_SECRET, ...only(...caughtBy, ...after)],
  );
  const found = [...checksThat(report, 'failed'), ...checksThat(report, 'advised')];
  expect(found.sort()).toEqual([...caughtBy].sort());
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
