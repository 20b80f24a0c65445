import { expect, test } from 'vitest';
import { flawNames } from '../test/prove/mutants/flaws.js';
import { mutantsPage } from '../test/prove/mutants/mutants-page.js';
import { proveMutant } from '../test/prove/mutants/prove-mutant.js';

// Every check against every mutant, in virtual time. `npm test` runs the checks that name a flaw.
// `npm run mutate:prove -- -u` writes the page anew.
test('the page of mutants says which checks find which flaw', async () => {
  const reports = [];
  for (const flaw of flawNames) reports.push({ flaw, ...(await proveMutant(flaw)) });
  await expect(mutantsPage(reports)).toMatchFileSnapshot('../../../docs/prove-mutants.md');
});
