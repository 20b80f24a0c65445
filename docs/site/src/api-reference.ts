import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { builtOnce, filesIn, nameOfBuild } from '../../../.ci/cached-build.mjs';
import { isRelative, replaceLinks } from '../../../.ci/markdown-links.mjs';
import { publishedPackages } from '../../../.ci/packages.mjs';
import { type Page, pageOf } from './page.ts';
import { root } from './routes.ts';

const program = join(root, '.ci/generate/api-docs.mjs');

/** The pages that `node .ci/generate/api-docs.mjs` writes. They are kept until a source changes: making them takes half a minute. */
export async function apiReference(): Promise<readonly Page[]> {
  const inputs = [
    ...publishedPackages().flatMap(({ folder }) => [
      ...filesIn(join(folder, 'src')),
      join(folder, 'package.json'),
    ]),
    join(root, 'package-lock.json'),
    join(root, 'tsconfig.json'),
    program,
  ];
  const folder = await builtOnce(
    join(root, 'node_modules/.cache/api-docs', nameOfBuild(inputs)),
    async (out) => {
      await promisify(execFile)(process.execPath, [program, '--out', out], { cwd: root });
    },
  );
  return filesIn(folder)
    .map((file) => file.slice(folder.length + 1))
    .map((file) => {
      const markdown = readFileSync(join(folder, file), 'utf8');
      const names = [...markdown.matchAll(/^### (\w+)/gm)].map(([, name]) => name);
      const description = names.length === 0 ? 'What each package exports.' : names.join(', ');
      return pageOf(routeOfApi(file), asPage(markdown, file), { description });
    });
}

/** `@screening-webhooks/core/README.md` is `api/core/index`. */
function routeOfApi(file: string): string {
  const path = file.replace('@screening-webhooks/', '').replace(/\.md$/, '');
  return posix.join('api', path.replace(/README$/, 'index'));
}

/** Gives headings the ids of TypeDoc, and links the addresses of the site. */
function asPage(markdown: string, file: string): string {
  return replaceLinks(markdown, (link) => {
    if (!isRelative(link) || link.startsWith('#')) return link;
    const [path = '', anchor] = link.split('#');
    const route = routeOfApi(posix.join(posix.dirname(file), path));
    return `/${route}.md${anchor === undefined ? '' : `#${anchor}`}`;
  }).replaceAll(/^<a id="([^"]+)"><\/a>\n\n(#+ .+)$/gm, '$2 {#$1}');
}
