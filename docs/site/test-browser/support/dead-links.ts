import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from '../../../../.ci/cached-build.mjs';

const HREF = /<(?:a|link|img|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g;
const ID = /\sid="([^"]*)"/g;

/**
 * Follows each link of each page of a built site to a file of it, and each anchor to an element.
 *
 * @returns those that lead nowhere, each with its page. An address outside of the site is not asked for.
 */
export function deadLinks(folder: string): readonly string[] {
  const pages = filesIn(folder).filter((file) => file.endsWith('.html'));
  const ids = new Map<string, ReadonlySet<string>>();
  const idsOf = (file: string): ReadonlySet<string> => {
    const known = ids.get(file) ?? new Set(matches(readFileSync(file, 'utf8'), ID));
    ids.set(file, known);
    return known;
  };
  return pages.flatMap((page) => {
    const path = page.slice(folder.length);
    const links = new Set(matches(readFileSync(page, 'utf8'), HREF));
    return [...links]
      .filter((link) => !isAlive(link, path, folder, idsOf))
      .map((link) => `${path}: ${link}`);
  });
}

function isAlive(
  link: string,
  page: string,
  folder: string,
  idsOf: (file: string) => ReadonlySet<string>,
): boolean {
  const url = new URL(link, `http://site${page}`);
  if (url.host !== 'site') return true;
  const named = join(folder, decodeURIComponent(url.pathname));
  const file = named.endsWith('/') ? join(named, 'index.html') : named;
  if (!existsSync(file) || statSync(file).isDirectory()) return false;
  if (url.hash === '' || !file.endsWith('.html')) return true;
  return idsOf(file).has(decodeURIComponent(url.hash.slice(1)));
}

function matches(html: string, pattern: RegExp): readonly string[] {
  return [...html.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'));
}
