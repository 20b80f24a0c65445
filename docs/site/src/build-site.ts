import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vitepress';
import { llmsFull, llmsIndex, markdownOf } from './llms.ts';
import { menuOf } from './menu.ts';
import { generatedPages, writtenPages } from './pages.ts';
import { root } from './routes.ts';
import { writePages } from './write-pages.ts';

const site = join(root, 'docs/site');

/**
 * Builds the site. VitePress fails for a link to a missing page.
 *
 * @param out The output folder. Its contents are removed.
 * @param base The path of the site on its server: `/`, or `/name/`.
 * @param repository The URL of the repository, for links to edit pages and to read sources. `undefined` if it has none yet.
 */
export async function buildSite(
  out: string,
  base: string,
  repository: string | undefined,
): Promise<void> {
  const written = writtenPages(repository);
  const pages = [...written.pages, ...(await generatedPages())];
  const menu = menuOf(pages);
  const folder = join(site, '.pages', randomUUID());
  try {
    writePages(folder, { pages, files: written.files }, menu, repository);
    process.env['SITE_PAGES'] = folder;
    await build(site, { base, outDir: out, emptyOutDir: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const page of pages) {
    const file = join(out, `${page.route}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, markdownOf(page, base));
  }
  const [home] = pages;
  if (!home) throw new Error('There is no first page.');
  writeFileSync(join(out, 'llms.txt'), llmsIndex(home, menu, base));
  writeFileSync(join(out, 'llms-full.txt'), llmsFull(menu, base));
  // GitHub Pages would leave out files whose names begin with an underscore.
  writeFileSync(join(out, '.nojekyll'), '');
}
