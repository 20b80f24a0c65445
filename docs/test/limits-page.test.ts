import { expect, it } from 'vitest';
import { limits } from '../../packages/sandbox/src/service/limits/limits.js';
import { limitsPage } from './support/limits-page.js';

// `npx vitest run --project service docs/test/limits-page.test.ts -u` rewrites the page.
it('the page of bounds says what the table of the sandbox says', async () => {
  const rows = limitsPage().matchAll(/^\| (?!what \|)/gm);
  expect([...rows]).toHaveLength(Object.keys(limits).length);
  await expect(limitsPage()).toMatchFileSnapshot('../sandbox/limits.md');
});
