/** A page of the site. */
export interface Page {
  /** Its path without an extension: `frameworks/koa`. An `index` is what its folder shows. */
  readonly route: string;
  /** Its title, without Markdown. */
  readonly title: string;
  /** What it is about, in a sentence or two without Markdown. Empty: it begins with a table or a heading. */
  readonly description: string;
  /** Its text, with links of the site such as `/frameworks/koa.md#anchor`. */
  readonly markdown: string;
  /** The file of the repository that it is made from. Undefined: it is generated. */
  readonly source?: string;
  /** More front matter, in YAML. */
  readonly frontmatter?: string;
}

/** Makes a page of its text, which begins with its title. */
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
