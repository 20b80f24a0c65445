import { createMarkdownRenderer } from 'vitepress';
import { expect, it } from 'vitest';
import { giveHeadingIds } from '../.vitepress/heading-ids.ts';

it('an id that a heading has is given to no other heading', async () => {
  const renderer = await createMarkdownRenderer('.', {
    highlight: (code) => code,
    config({ core }) {
      core.ruler.before('anchor', 'heading-ids', ({ tokens }) => giveHeadingIds(tokens));
    },
  });
  const html = await renderer.renderAsync(
    '## `New` {#new-1}\n\n## New\n\n## New\n\n## New\n\n## It’s a “Test”\n',
  );
  expect([...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'new-1',
    'new',
    'new-2',
    'new-3',
    'its-a-test',
  ]);
});
