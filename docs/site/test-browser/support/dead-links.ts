import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from '../../../../.ci/cached-build.mjs';
import { anchorsIn } from '../../../../.ci/markdown-links.mjs';
import { root } from '../../src/routes.ts';

const HREF = /<(?:a|link|img|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g;
const ID = /\sid="([^"]*)"/g;

/** A site that is built into a folder. */
export interface BuiltSite {
  readonly folder: string;
  /** Where it is on its server: `/name/`. */
  readonly base: string;
  /** The address of the repository that it was built for. */
  readonly repository: string;
}

/**
 * Follows each link of each page of a built site to a file of it, and each anchor to an element. A link to the repository is followed
 * to the file or the folder of this one.
 *
 * @returns the dead links, each with its page. External addresses are not requested.
 */
export function deadLinks({ folder, base, repository }: BuiltSite): readonly string[] {
  const pages = filesIn(folder).filter((file) => file.endsWith('.html'));
  const ids = new Map<string, ReadonlySet<string>>();
  const idsOf = (file: string): ReadonlySet<string> => {
    const known = ids.get(file) ?? new Set(matches(readFileSync(file, 'utf8'), ID));
    ids.set(file, known);
    return known;
  };
  return pages.flatMap((page) => {
    const path = page.slice(folder.length + 1);
    const links = new Set(matches(readFileSync(page, 'utf8'), HREF));
    return [...links]
      .filter((link) =>
        link.startsWith(`${repository}/`)
          ? !isInRepository(link.slice(repository.length))
          : !isAlive(link, base + path, base, folder, idsOf),
      )
      .map((link) => `${path}: ${link}`);
  });
}

function isAlive(
  link: string,
  page: string,
  base: string,
  folder: string,
  idsOf: (file: string) => ReadonlySet<string>,
): boolean {
  const url = new URL(link, `http://site${page}`);
  if (url.host !== 'site') return true;
  if (!url.pathname.startsWith(base)) return false;
  const named = join(folder, '/', decodeURIComponent(url.pathname.slice(base.length)));
  const file = named.endsWith('/') ? join(named, 'index.html') : named;
  if (!existsSync(file) || statSync(file).isDirectory()) return false;
  if (url.hash === '' || !file.endsWith('.html')) return true;
  return idsOf(file).has(decodeURIComponent(url.hash.slice(1)));
}

/** GitHub shows files below `blob` and folders below `tree`, and opens its editor below `edit`. */
function isInRepository(path: string): boolean {
  const [, kind, file = '', anchor] =
    /^\/(blob|tree|edit)\/main\/([^#]+)(?:#(.+))?$/.exec(decodeURIComponent(path)) ?? [];
  const target = join(root, file);
  if (file === '' || !existsSync(target)) return false;
  if (statSync(target).isDirectory() !== (kind === 'tree')) return false;
  return anchor === undefined || anchorsIn(readFileSync(target, 'utf8')).has(anchor);
}

function matches(html: string, pattern: RegExp): readonly string[] {
  return [...html.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'));
}
