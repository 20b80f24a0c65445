import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manifestOf } from '../../../.ci/packages.mjs';
import { withInstallTabs } from './install-tabs.ts';
import type { MenuGroup } from './menu.ts';
import type { Page } from './page.ts';
import type { Site } from './pages.ts';
import { withBothPictures } from './pictures.ts';
import { root } from './routes.ts';
import { withDrawnDiagrams } from './state-diagrams.ts';

/** The input of the VitePress configuration. */
export interface SiteData {
  readonly repository: string | undefined;
  readonly sidebar: readonly {
    readonly text: string;
    readonly collapsed: boolean | undefined;
    readonly items: readonly { readonly text: string; readonly link: string }[];
  }[];
}

const NOT_SEARCHED = ['bench', 'mutation'];

/** Writes the pages to a folder, as VitePress takes them. */
export function writePages(
  folder: string,
  { pages, files }: Site,
  menu: readonly MenuGroup[],
  repository: string | undefined,
): void {
  for (const page of pages) {
    writeChanged(join(folder, `${page.route}.md`), textOf(page, menu));
  }
  for (const [path, file] of files) copy(join(root, file), join(folder, 'public/files', path));
  copy(join(root, 'packages/dashboard/public/icon.svg'), join(folder, 'public/icon.svg'));
  const data: SiteData = {
    repository,
    sidebar: menu.map(({ text, collapsed, items }) => ({
      text,
      collapsed,
      items: items.map((item) => ({ text: item.text, link: `/${item.page.route}.md` })),
    })),
  };
  writeChanged(join(folder, 'site.json'), JSON.stringify(data));
}

function textOf(page: Page, menu: readonly MenuGroup[]): string {
  const frontmatter = [
    `title: ${JSON.stringify(page.title)}`,
    ...(page.description === '' ? [] : [`description: ${JSON.stringify(page.description)}`]),
    page.source === undefined ? 'editLink: false' : `source: ${page.source}`,
    // A page of the REST API has the same headings for each operation.
    ...(page.route.startsWith('rest/') ? ['outline: 2'] : []),
    // Tables of mutants and of measurements have every word.
    ...(NOT_SEARCHED.includes(page.route) ? ['search: false'] : []),
    ...(page.frontmatter === undefined ? [] : [page.frontmatter]),
  ].join('\n');
  const isHome = page.route === 'index';
  // The theme shows the title and the text of the first page itself.
  const text = isHome ? page.markdown.replace(/^# [\s\S]*?(?=^## )/m, '') : page.markdown;
  const shown = text.replace('<!-- frameworks -->', frameworkList(menu));
  const drawn = withDrawnDiagrams(withBothPictures(shown));
  return `---\n${frontmatter}\n---\n\n${withInstallTabs(drawn, commandOf)}`;
}

/** The frameworks and platforms of the menu, as a list that the style shows side by side. */
function frameworkList(menu: readonly MenuGroup[]): string {
  const lines = menu
    .filter(({ text }) => text === 'Frameworks' || text === 'Platforms')
    .flatMap(({ items }) => items.map(({ text, page }) => `- [${text}](/${page.route}.md)`));
  return `<div class="frameworks">\n\n${lines.join('\n')}\n\n</div>`;
}

/** The command that a package of this repository installs. */
function commandOf(name: string): string | undefined {
  const { bin = {} } = manifestOf(join(root, name.replace('@screening-webhooks/', 'packages/')));
  return Object.keys(bin)[0];
}

/** Skips a file that has not changed, so that a watching server does nothing. */
function writeChanged(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  try {
    if (readFileSync(path, 'utf8') === text) return;
  } catch {
    // It is new.
  }
  writeFileSync(path, text);
}

function copy(from: string, to: string): void {
  rmSync(to, { force: true });
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}
