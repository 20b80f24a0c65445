import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { anchorsIn, isRelative, linksIn, replaceLinks } from '../../.ci/markdown-links.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Also untracked files, but no ignored ones, such as generated files: readers do not have them.
const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
const files = execFileSync('git', listing, { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const pages = files.filter((file) => file.endsWith('.md'));
const isThere = (path: string): boolean =>
  files.some((file) => file === path || file.startsWith(join(path, '/')));

const read = (page: string): string => readFileSync(join(root, page), 'utf8');

/** The problem of a link, or `undefined`. */
function problemOf(page: string, link: string): string | undefined {
  if (!isRelative(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)));
  if (target.startsWith('..') || !isThere(target)) return 'no such file';
  if (anchor === undefined) return undefined;
  const file = statSync(join(root, target)).isDirectory() ? join(target, 'README.md') : target;
  if (!isThere(file)) return 'a folder without a page';
  return anchorsIn(read(file)).has(anchor) ? undefined : 'no such heading';
}

it('each relative link of each page leads to a file of the repository, and its anchor to a heading', () => {
  expect(pages.length).toBeGreaterThan(40);
  const dead = pages.flatMap((page) =>
    linksIn(read(page))
      .map((link) => ({ page, link, problem: problemOf(page, link) }))
      .filter(({ problem }) => problem !== undefined),
  );
  expect(dead).toEqual([]);
});

it('no text of a package names a file that only the repository has', async () => {
  const sources = files.filter((file) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(500);
  const names = new Set(sources.map((file) => file.split('/')[1]));
  const path = new RegExp(
    String.raw`(?<![\w/.@-])(?:\.{1,2}\/)*(?:docs\/[\w./-]+\.md|packages\/(?:${[...names].join('|')})(?![\w-])|[A-Z]+\.md\b)[#\w-]*`,
    'g',
  );
  const suspects = sources.filter((file) => read(file).search(path) >= 0);
  const named = suspects.map(async (file) => {
    // Without its comments.
    const { code } = await transform(read(file), {
      loader: file.endsWith('x') ? 'tsx' : 'ts',
      minifyWhitespace: true,
      legalComments: 'none',
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    });
    return (code.match(path) ?? []).map((each) => `${file}: ${each}`);
  });
  expect((await Promise.all(named)).flat()).toEqual([]);
});

it('the pictures of HTML are links', () => {
  const page =
    '<source srcset="dark.png" />\n<img src="light.png" alt="light" />\n`<img src="code.png">`';
  expect(linksIn(page)).toEqual(['dark.png', 'light.png']);
});

it('links in code and in comments are not links', () => {
  const page = [
    'A [page](a.md), an ![image](b.png "title is not used") and [one](c.md#d).',
    '`[code](x.md)` <!-- [comment](x.md) -->',
    '```md',
    '[block](x.md)',
    '```',
    '[reference]: e.md',
  ].join('\n');
  expect(linksIn(page)).toEqual(['a.md', 'c.md#d', 'e.md']);
  expect(replaceLinks('[a](a.md) `[a](a.md)`', (link) => `x/${link}`)).toBe(
    '[a](x/a.md) `[a](a.md)`',
  );
});

it('anchors are those of GitHub', () => {
  const page =
    '# A `b()`: c & d\n\n## Same\n\n## Same\n\n```sh\n# comment\n```\n### [Link](x.md) *e*\n';
  expect([...anchorsIn(page)]).toEqual(['a-b-c--d', 'same', 'same-1', 'link-e']);
});
