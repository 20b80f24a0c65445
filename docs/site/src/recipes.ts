import { anchorOf } from '../../../.ci/markdown-links.mjs';

/** The page of each recipe of docs/frameworks.md that no package has a page for, by its heading's anchor. */
const own: Readonly<Record<string, string>> = {
  'nextjs-app-router': 'nextjs',
  'nextjs-pages-router': 'nextjs',
  sveltekit: 'sveltekit',
  'react-router-and-remix': 'react-router',
  'aws-lambda': 'aws-lambda',
  'google-cloud-functions': 'google-cloud-functions',
  'azure-functions': 'azure-functions',
  fly: 'fly',
};

/** The recipes that belong to the page of a package, by the anchor of their heading. */
const ofPackages: Readonly<Record<string, string>> = { fastify: 'fastify', nestjs: 'nestjs' };

/** The heading of a recipe on the page of a package. */
const RECIPE_HEADING = 'A complete file';

/** docs/frameworks.md in parts. */
export interface Recipes {
  /** The text that applies to all recipes. */
  readonly intro: string;
  /** The pages that consist of recipes, by their names. */
  readonly pages: ReadonlyMap<string, string>;
  /** The recipes for the pages of packages, by the names of the packages. */
  readonly additions: ReadonlyMap<string, string>;
}

/**
 * @param markdown docs/frameworks.md.
 * @throws Error for a recipe that has no page yet.
 */
export function recipesIn(markdown: string): Recipes {
  const [intro = '', ...sections] = markdown.split(/^(?=## )/m);
  const pages = new Map<string, string>();
  const additions = new Map<string, string>();
  for (const section of sections) {
    const heading = section.slice(3, section.indexOf('\n'));
    const anchor = anchorOf(heading);
    const body = section.slice(section.indexOf('\n') + 1);
    const page = own[anchor];
    const ofPackage = ofPackages[anchor];
    if (page === 'nextjs') pages.set(page, (pages.get(page) ?? '# Next.js\n\n') + section);
    else if (page !== undefined) pages.set(page, `# ${heading}\n${raised(body)}`);
    else if (ofPackage !== undefined) additions.set(ofPackage, `## ${RECIPE_HEADING}\n${body}`);
    else throw new Error(`docs/site/src/recipes.ts has no page for the recipe "${heading}".`);
  }
  return { intro: raised(intro), pages, additions };
}

/** Screen readers expect the next level of headings below the heading of a page. */
function raised(markdown: string): string {
  return markdown.replaceAll(/^###/gm, '##');
}

/** @returns the page that has a section of docs/frameworks.md. `undefined` if it is the index. */
export function addressOfRecipe(anchor: string): string | undefined {
  const page = own[anchor];
  if (page !== undefined) {
    return `/frameworks/${page}.md${page === 'nextjs' ? `#${anchor}` : ''}`;
  }
  const name = ofPackages[anchor];
  return name === undefined ? undefined : `/frameworks/${name}.md#${anchorOf(RECIPE_HEADING)}`;
}
