import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { anchorsIn, linksIn } from '../../.ci/markdown-links.mjs';

const docs = new URL('..', import.meta.url);

it('the index of the docs leads to each of its pages', () => {
  const links = linksIn(readFileSync(new URL('README.md', docs), 'utf8'));
  const linked = new Set(links.map((link) => link.split('#', 1)[0]));
  const pages = ['.', 'sandbox'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, docs))
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .map((file) => (folder === '.' ? file : `${folder}/${file}`)),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((page) => !linked.has(page))).toEqual([]);
});

const root = new URL('../../', import.meta.url);
const listing = ['core', 'cli', 'postgres', 'sandbox'].map((name) => `packages/${name}/README.md`);

it.each([...listing, 'docs/operations.md', 'docs/codes.md', 'docs/sandbox-staging.md'])(
  '%s begins with a list of its sections',
  (page) => {
    const text = readFileSync(new URL(page, root), 'utf8');
    const [, list = ''] = /^On this page: (.*?)\n\n/ms.exec(text) ?? [];
    const sections = text.replaceAll(/^```.*?^```$/gms, '').match(/^## .+$/gm) ?? [];
    const anchors = sections.flatMap((section) => [...anchorsIn(section)]);
    expect(linksIn(list)).toEqual(anchors.map((anchor) => `#${anchor}`));
  },
);
