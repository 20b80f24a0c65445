import { anchorOf } from '../../../.ci/markdown-links.mjs';

/** A token of markdown-it, as far as an id needs it. */
interface Token {
  readonly type: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

/**
 * Gives each heading without an id one that no other heading of the page has. VitePress would number equal headings itself, and then fail
 * at a later one whose own id is such a number: TypeDoc gives ids to all headings but those of overloads.
 */
export function giveHeadingIds(tokens: readonly Token[]): void {
  const isHeading = (token: Token) => token.type === 'heading_open';
  const taken = new Set(tokens.filter(isHeading).map((token) => token.attrGet('id')));
  for (const [index, token] of tokens.entries()) {
    if (!isHeading(token) || token.attrGet('id') !== null) continue;
    const anchor = anchorOf(textOf(tokens[index + 1]));
    let id = anchor;
    for (let count = 1; taken.has(id); count += 1) id = `${anchor}-${count}`;
    taken.add(id);
    token.attrSet('id', id);
  }
}

function textOf(heading: Token | undefined): string {
  const parts = heading?.children ?? [];
  return parts
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');
}
