import { expect, it } from 'vitest';
import { seededWorldPage } from '../test/support/seeded-world-page.js';

// `npx vitest run --project bulk docs/test-bulk/seeded-world.test.ts -u` rewrites the page.
it('the page of the seeded world lists what a new sandbox has', async () => {
  await expect(await seededWorldPage()).toMatchFileSnapshot('../sandbox/seeded-world.md');
});
