import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isRelative, replaceLinks } from '../../../.ci/markdown-links.mjs';
import { root } from './routes.ts';

/** The targets of links on the site. */
export interface Destinations {
  /** The path of the page made from a Markdown file or a section of it. `undefined` if no page is. */
  page(file: string, anchor: string | undefined): string | undefined;
  /** Publishes a file unchanged. Returns its path from the root of the site. */
  file(file: string): string;
  /** The URL of the repository, for links to sources. `undefined` if it has none yet: these links become text. */
  readonly repository: string | undefined;
}

// No link contains this character.
const NOWHERE = '\u0000';
const LINK_TO_NOWHERE = new RegExp(
  `\\[((?:\`[^\`]*\`|\\[[^\\]]*\\]|[^[\\]\`])*)\\]\\(${NOWHERE}\\)`,
  'g',
);
// Files that readers use unchanged: alerts, dashboards, units, pictures.
const PUBLISHED = /^(?:docs\/.*(?<!\.ts)|packages\/opentelemetry\/[^/]*\.(?:json|yml))$/;

/**
 * Rewrites the relative links of a page, which point to files of the repository. Pages become `/frameworks/koa.md#anchor`, files
 * `/files/…`. A link to a source points to the repository, or becomes text.
 *
 * @param file The path of the page in the repository.
 * @throws Error for a dead link, or for a link that must become text and has none.
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
