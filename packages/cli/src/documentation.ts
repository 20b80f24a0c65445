import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseObject } from './json.js';
import { version } from './version.js';

// No installed package has these files, so that no message may name their paths.
const pages = {
  recipes: {
    path: 'blob/docs/frameworks.md',
    title: 'the page "Recipes for frameworks and platforms" of the documentation',
  },
  stores: {
    path: 'blob/docs/choosing-a-store.md',
    title: 'the page "Choosing a store" of the documentation',
  },
  cli: { path: 'tree/packages/cli', title: 'the README of @screening-webhooks/cli' },
  core: { path: 'tree/packages/core', title: 'the README of @screening-webhooks/core' },
} as const;

/** A page of the documentation that messages name. */
export type DocumentationPage = keyof typeof pages;

/**
 * Words for a page, or for a section of it, that lead a user there: its address at this version's tag, or its title while
 * this package has no address.
 *
 * @param heading The heading of the section, as written.
 * @param homepage The address in this package's manifest: `<repository>/tree/<branch>/packages/cli#readme`.
 */
export function pageAt(
  page: DocumentationPage,
  heading?: string,
  homepage: string | undefined = ownHomepage(),
): string {
  const { path, title } = pages[page];
  const [, repository] =
    /^(https:\/\/.+)\/tree\/[^/]+\/packages\/cli(?:#|$)/.exec(homepage ?? '') ?? [];
  if (repository === undefined) {
    return heading === undefined ? title : `the section "${heading}" in ${title}`;
  }
  const address = `${repository}/${path.replace('/', `/v${version}/`)}`;
  return heading === undefined ? address : `${address}#${anchorOf(heading)}`;
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** The address in the manifest of this package, which a release writes. */
function ownHomepage(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  try {
    const manifest = parseObject(readFileSync(resolve('@screening-webhooks/cli/package.json')));
    return typeof manifest?.['homepage'] === 'string' ? manifest['homepage'] : undefined;
  } catch {
    // This program is bundled, and runs outside of its package.
    return undefined;
  }
}
