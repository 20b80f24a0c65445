import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorsIn } from '../../../.ci/markdown-links.mjs';
import { openApiText } from '../../../.ci/openapi.mjs';
import { apiReference } from './api-reference.ts';
import { homePage } from './home.ts';
import { rewriteLinks } from './links.ts';
import { openApiDocument } from './openapi/document.ts';
import { restReference } from './openapi/reference.ts';
import { type Page, pageOf } from './page.ts';
import { addressOfRecipe, recipesIn } from './recipes.ts';
import { pageFiles, root, routeOf } from './routes.ts';

/** The pages of the site, and the files of the repository that they show or link. */
export interface Site {
  readonly pages: readonly Page[];
  /** Files of the repository, by their paths below `files/` on the site. */
  readonly files: ReadonlyMap<string, string>;
}

// Other files are shown as text: a server does not know their type, and VitePress would take a link to them for a page.
const KNOWN_KIND = /\.(?:json|png|ya?ml)$/;

const RECIPES = 'docs/frameworks.md';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/**
 * The pages that are written by hand, from the Markdown files of the repository.
 *
 * @param repository The URL of the repository. `undefined` if it has none yet.
 */
export function writtenPages(repository: string | undefined): Site {
  const sources = new Set(pageFiles());
  const files = new Map<string, string>();
  const addressOf = (file: string, anchor: string | undefined): string | undefined => {
    if (!sources.has(file)) return undefined;
    const recipe = file === RECIPES && anchor !== undefined ? addressOfRecipe(anchor) : undefined;
    return recipe ?? `/${routeOf(file)}.md${anchor === undefined ? '' : `#${anchor}`}`;
  };
  const linked = (markdown: string, file: string): string =>
    rewriteLinks(markdown, file, {
      page: addressOf,
      file(path) {
        const published = KNOWN_KIND.test(path) ? path : `${path}.txt`;
        files.set(published, path);
        return `/files/${published}`;
      },
      repository,
    });

  const recipes = recipesIn(linked(read(RECIPES), RECIPES));
  const pages = [...sources].map((source) => {
    const route = routeOf(source);
    if (source === RECIPES) return pageOf(route, recipes.intro, { source });
    const addition = recipes.additions.get(route.replace('frameworks/', ''));
    const text = linked(read(source), source);
    return pageOf(route, addition === undefined ? text : `${text}\n${addition}`, { source });
  });
  const split = [...recipes.pages].map(([name, markdown]) =>
    pageOf(
      `frameworks/${name}`,
      `${markdown.trimEnd()}\n\nThe secret, slow handlers, more than one process: [what holds for all recipes](/frameworks/index.md).\n`,
      { source: RECIPES },
    ),
  );
  const home = homePage(linked(read('README.md'), 'README.md'));
  return { pages: [home, ...pages, ...split], files };
}

/** The pages that are generated from the sources: the API reference and the REST API. */
export async function generatedPages(): Promise<readonly Page[]> {
  const document = openApiDocument.parse(JSON.parse(await openApiText()));
  const states = anchorsIn(read('docs/sandbox/states.md'));
  const rest = restReference(document, states).map(({ route, description, markdown }) =>
    pageOf(route, markdown, { description }),
  );
  return [...rest, ...(await apiReference())];
}
