import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedPackages } from '../../../.ci/packages.mjs';

/** The folder of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Pages whose address does not follow from their place in the repository. */
const named: Readonly<Record<string, string>> = {
  'README.md': 'start',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security',
  'bench/RESULTS.md': 'bench',
  'docs/README.md': 'all-pages',
  'docs/bun.md': 'frameworks/bun',
  'docs/decisions/README.md': 'decisions/index',
  'docs/frameworks.md': 'frameworks/index',
  'docs/netlify.md': 'frameworks/netlify',
  'docs/sandbox.md': 'sandbox/index',
  'docs/sandbox-deploy.md': 'sandbox/deploy',
  'docs/sandbox-staging.md': 'sandbox/staging',
  'docs/vercel.md': 'frameworks/vercel',
  'packages/cloudflare/README.md': 'frameworks/cloudflare',
  'packages/express/README.md': 'frameworks/express',
  'packages/fastify/README.md': 'frameworks/fastify',
  'packages/hono/README.md': 'frameworks/hono',
  'packages/koa/README.md': 'frameworks/koa',
  'packages/nestjs/README.md': 'frameworks/nestjs',
  'packages/sandbox/README.md': 'sandbox/reference',
};

/** @returns the path of the page that a Markdown file becomes, without an extension: `frameworks/koa`. */
export function routeOf(file: string): string {
  return named[file] ?? file.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '');
}

/** @returns each Markdown file that becomes a page, as a path in the repository. */
export function pageFiles(): readonly string[] {
  const markdownIn = (folder: string) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`);
  const examples = readdirSync(join(root, 'examples')).map((name) => `examples/${name}/README.md`);
  return [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'bench/RESULTS.md',
    ...markdownIn('docs'),
    ...markdownIn('docs/sandbox'),
    ...markdownIn('docs/decisions'),
    ...publishedPackages().map(({ folder }) => `${folder.slice(root.length)}/README.md`),
    ...examples,
  ];
}
