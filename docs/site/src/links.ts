import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isRelative, replaceLinks } from '../../../.ci/markdown-links.mjs';
import { root } from './routes.ts';

/** Where links lead to on the site. */
export interface Destinations {
  /** The path of the page that a Markdown file, or a section of it, has become. Undefined: it is no page. */
  page(file: string, anchor: string | undefined): string | undefined;
  /** Publishes a file as it is. Returns its address from the root of the site. */
  file(file: string): string;
  /** The address of the repository, where sources are looked at. Undefined: it has none yet, and their links become text. */
  readonly repository: string | undefined;
}

// No link of a page has such a character.
const NOWHERE = '\u0000';
const LINK_TO_NOWHERE = new RegExp(
  `\\[((?:\`[^\`]*\`|\\[[^\\]]*\\]|[^[\\]\`])*)\\]\\(${NOWHERE}\\)`,
  'g',
);
// What a reader can use as it is: alerts, dashboards, units, pictures.
const PUBLISHED = /^(?:docs\/.*(?<!\.ts)|packages\/opentelemetry\/[^/]*\.(?:json|yml))$/;

/**
 * Rewrites the relative links of a page, which lead to files of the repository, to what the site has of them: pages as
 * `/frameworks/koa.md#anchor`, files as `/files/…`. A link to a source is one to the repository, or only its text.
 *
 * @param file The path of the page in the repository.
 * @throws Error for a link that leads nowhere, or that has to become text where there is none.
 */
export function rewriteLinks(markdown: string, file: string, to: Destinations): string {
  const rewritten = replaceLinks(markdown, (link) =>
    isRelative(link) ? destinationOf(link, file, to) : link,
  ).replaceAll(LINK_TO_NOWHERE, '$1');
  if (rewritten.includes(NOWHERE)) {
    throw new Error(`${file}: a link to a source has no text. Write it as [text](path).`);
  }
  return rewritten;
}

function destinationOf(link: string, file: string, to: Destinations): string {
  const [path = '', anchor] = link.split('#');
  const joined = posix.join(posix.dirname(file), decodeURIComponent(path));
  const target = path === '' ? file : joined.replace(/\/$/, '');
  const absolute = join(root, target);
  if (target.startsWith('..') || !existsSync(absolute)) {
    throw new Error(`${file}: ${link} leads to no file.`);
  }
  const isFolder = statSync(absolute).isDirectory();
  const page = to.page(isFolder ? posix.join(target, 'README.md') : target, anchor);
  if (page !== undefined) return page;
  if (!isFolder && PUBLISHED.test(target)) return to.file(target);
  if (to.repository === undefined) return NOWHERE;
  const kind = isFolder ? 'tree' : 'blob';
  return `${to.repository}/${kind}/main/${target}${anchor === undefined ? '' : `#${anchor}`}`;
}
