import { expect, it } from 'vitest';
import { statesPage } from './support/states-page.js';

// `npx vitest run --project service docs/test/state-diagrams.test.ts -u` rewrites the page.
it('the page of states says what the tables of the sandbox say', async () => {
  await expect(statesPage()).toMatchFileSnapshot('../sandbox/states.md');
});
