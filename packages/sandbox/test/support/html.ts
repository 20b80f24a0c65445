/** An element of a page. */
export interface HtmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** From the outermost to the nearest. */
  readonly ancestors: readonly HtmlElement[];
  /** All the text within it. */
  text: string;
}

const token = /<!doctype html>|<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>|([^<>]+)/gy;
const attribute = /([a-z-]+)="([^"]*)"/g;
const voids = ['meta', 'input', 'br', 'hr', 'link', 'img'];
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

/**
 * The elements of a page as this service writes it: every tag closed, every attribute quoted, every special character
 * escaped.
 *
 * @throws Error for anything else, which a browser would repair.
 */
export function parseHtml(html: string): readonly HtmlElement[] {
  const elements: HtmlElement[] = [];
  const open: HtmlElement[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < html.length) {
    const at = token.lastIndex;
    const match = token.exec(html);
    if (!match) throw new Error(`No HTML: ${html.slice(at, at + 80)}`);
    const [, closes, tag, written = '', text] = match;
    if (text !== undefined) {
      const isStyle = open.at(-1)?.tag === 'style';
      for (const element of open) element.text += isStyle ? text : decode(text);
    } else if (closes === '/') {
      const closed = open.pop();
      if (closed?.tag !== tag) throw new Error(`</${tag}> closes <${closed?.tag}>.`);
    } else if (tag !== undefined) {
      const pairs = [...written.matchAll(attribute)].map(
        ([, name = '', value = '']) => [name, decode(value)] as const,
      );
      const attributes = Object.fromEntries(pairs);
      if (Object.keys(attributes).length < pairs.length) throw new Error(`Twice: ${written}`);
      const element = { tag, attributes, ancestors: [...open], text: '' };
      elements.push(element);
      if (!voids.includes(tag)) open.push(element);
    }
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)?.tag}> is not closed.`);
  return elements;
}

function decode(text: string): string {
  return text.replaceAll(/&([^;\s]*;?)/g, (_, name: string) => {
    const character = entities[name.replace(/;$/, '')];
    if (character === undefined || !name.endsWith(';')) throw new Error(`Not escaped: &${name}`);
    return character;
  });
}
