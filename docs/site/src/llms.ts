import { replaceLinks } from '../../../.ci/markdown-links.mjs';
import type { MenuGroup } from './menu.ts';
import type { Page } from './page.ts';

/** The `llms.txt` of the site: a description, and a line for each page. See llmstxt.org. */
export function llmsIndex(home: Page, menu: readonly MenuGroup[], base: string): string {
  const groups = menu.map(({ text, items }) => {
    const lines = items.map(({ page, text: name }) => {
      const about = page.description === '' ? '' : `: ${page.description}`;
      return `- [${name}](${base}${page.route}.md)${about}`;
    });
    return `## ${text}\n\n${lines.join('\n')}`;
  });
  return `${[`# ${home.title}`, `> ${home.description}`, ...groups].join('\n\n')}\n`;
}

/** All pages in one text, in the order of the menu. */
export function llmsFull(menu: readonly MenuGroup[], base: string): string {
  return menu
    .flatMap(({ items }) => items.map(({ page }) => markdownOf(page, base)))
    .join('\n\n---\n\n');
}

/** A page as Markdown for programs: without comments, and with links from the root of the server. */
export function markdownOf(page: Page, base: string): string {
  const text = page.markdown
    .replaceAll(/^<!--[\s\S]*?-->\n?/gm, '')
    .replaceAll(/^(#{1,6} .+) \{#[^}]+\}$/gm, '$1');
  return replaceLinks(text, (link) => (link.startsWith('/') ? base + link.slice(1) : link));
}
