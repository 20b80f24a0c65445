/** A page of the site. */
export interface Page {
  /** The path without an extension: `frameworks/koa`. `index` is the page of its folder. */
  readonly route: string;
  /** Its title, without Markdown. */
  readonly title: string;
  /** The topic in a sentence or two, without Markdown. Empty if the page begins with a table or a heading. */
  readonly description: string;
  /** Its text, with links of the site such as `/frameworks/koa.md#anchor`. */
  readonly markdown: string;
  /** The source file in the repository. `undefined` if the page is generated. */
  readonly source?: string;
  /** More front matter, in YAML. */
  readonly frontmatter?: string;
}

/** Makes a page from its text, which begins with its title. */
export function pageOf(
  route: string,
  markdown: string,
  more: Partial<Pick<Page, 'source' | 'description'>> = {},
): Page {
  const [, heading = route] = /^# (.+)$/m.exec(markdown) ?? [];
  return {
    route,
    title: plain(heading),
    description: descriptionOf(markdown),
    markdown,
    ...more,
  };
}

/** The beginning of the first paragraph of a page. */
function descriptionOf(markdown: string): string {
  const first = markdown
    .replace(/^[\s\S]*?^# .+\n/m, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .find((block) => /^[\p{L}[`*]/u.test(block) && !block.startsWith('On this page:'));
  const text = plain((first ?? '').replaceAll('\n', ' '));
  const [sentences] = /^.{30,}?\.(?= |$)/u.exec(text) ?? [text];
  return sentences.length <= 300
    ? sentences
    : `${sentences.slice(0, sentences.lastIndexOf(' ', 300))} …`;
}

/** Markdown of one line as plain text. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<\/?(?:a|br|img|p|picture|source)\b[^>]*>/g, '')
    .replaceAll(/\\(?=[^\w\s])/g, '')
    .replaceAll(/[`*]/g, '')
    .trim();
}
