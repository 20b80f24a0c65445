import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type HeadConfig } from 'vitepress';
import type { SiteData } from '../src/write-pages.ts';
import { accessibleSearch } from './accessible-search.ts';
import { giveHeadingIds } from './heading-ids.ts';

// The pages are written by src/write-pages.ts, to a folder that SITE_PAGES names.
const pages = process.env['SITE_PAGES'];
if (pages === undefined) throw new Error('Build the site with `npm run docs`.');
const { sidebar, repository }: SiteData = JSON.parse(
  readFileSync(join(pages, 'site.json'), 'utf8'),
);

export default defineConfig({
  srcDir: pages,
  cacheDir: join(pages, '../.cache'),
  lang: 'en',
  title: 'Screening Webhooks',
  appearance: true,
  lastUpdated: false,
  // Servers on the machine of the reader, and files that are published unchanged.
  ignoreDeadLinks: [/^http:\/\/localhost/, /^\/files\//],
  markdown: {
    config(renderer) {
      renderer.core.ruler.before('anchor', 'heading-ids', ({ tokens }) => giveHeadingIds(tokens));
      // A column may have no title, as on GitHub. axe refuses an empty heading.
      renderer.core.ruler.push('cells-without-title', ({ tokens }) => {
        for (const [index, token] of tokens.entries()) {
          const [text, end] = [tokens[index + 1], tokens[index + 2]];
          if (token.type !== 'th_open' || text?.content !== '' || !end) continue;
          token.tag = 'td';
          end.tag = 'td';
        }
      });
    },
    languageAlias: { promql: 'txt' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: {
    plugins: [accessibleSearch],
    // The index of the search is large, and only loaded with the search.
    build: { chunkSizeWarningLimit: 2000 },
  },
  // The theme puts this path in place of `:path`: a page is changed where it is written by hand. A function for the link would fail:
  // VitePress sends the source of a function to the browser, without its scope.
  transformPageData: ({ frontmatter }) => ({ filePath: frontmatter['source'] ?? '' }),
  // VitePress does not add the base to URLs of the head.
  transformHead({ pageData: { isNotFound, relativePath }, siteData: { base } }) {
    const icon = { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` };
    const markdown = { rel: 'alternate', type: 'text/markdown', href: `${base}${relativePath}` };
    const isPage = !isNotFound && relativePath !== '404.md';
    return [['link', icon], ...(isPage ? [['link', markdown] satisfies HeadConfig] : [])];
  },
  themeConfig: {
    logo: '/icon.svg',
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // A reader who searches for a word wants the guide first, then the names that have it.
            boostDocument: (id: string) => (/\/(?:api|rest|decisions)\//.test(id) ? 0.1 : 1),
          },
        },
      },
    },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Get started', link: '/start.md' },
      { text: 'Events', link: '/events.md' },
      { text: 'Sandbox', link: '/sandbox/index.md', activeMatch: '^/sandbox/' },
      { text: 'REST API', link: '/rest/index.md', activeMatch: '^/rest/' },
      { text: 'API reference', link: '/api/index.md', activeMatch: '^/api/' },
    ],
    sidebar: sidebar.map(({ text, collapsed, items }) => ({
      text,
      ...(collapsed === undefined ? {} : { collapsed }),
      items: [...items],
    })),
    socialLinks: repository === undefined ? [] : [{ icon: 'github', link: repository }],
    ...(repository === undefined
      ? {}
      : {
          editLink: { pattern: `${repository}/edit/main/:path`, text: 'Change this page' },
        }),
  },
});
