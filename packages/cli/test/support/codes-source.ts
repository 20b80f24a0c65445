import { readFileSync } from 'node:fs';

/** The page that is the source of what `explain` prints. */
const page = readFileSync(new URL('../../../../docs/codes.md', import.meta.url), 'utf8');

const HEADER = `/** The text that \`explain\` prints for a code. */
export interface CodeEntry {
  readonly code: string;
  /** The HTTP status of the answer that has the code. */
  readonly status: number;
  /** Paragraphs, each a line: the meaning, the cause and the cure. */
  readonly text: string;
}

// Written by \`npx vitest run --project toolkit packages/cli/test/explain.test.ts -u\` from docs/codes.md, which no installed package has.
/** Each code of a refused or postponed delivery. */
export const codeEntries: readonly CodeEntry[] = [
`;

/** The module \`src/explain/code-entries.ts\`, made from the page. */
export function codesSource(): string {
  return `${HEADER}${entriesOf(page).map(sourceOf).join('')}];\n`;
}

interface Entry {
  readonly code: string;
  readonly status: string;
  readonly text: string;
}

/** An entry without its own status takes the introduction of its section, which begins with the status. */
function entriesOf(markdown: string): Entry[] {
  return markdown.split('\n## ').flatMap((section) => {
    const [before = '', ...entries] = section.split('\n### ');
    const intro = plain(before.slice(before.indexOf('\n')));
    return entries.map((entry) => {
      const [heading = '', ...body] = entry.split('\n');
      const own = plain(body.join('\n'));
      const whole = /^\d/.test(own) ? own : `${intro}\n${own}`;
      const [, status = '', text = ''] = /^(\d{3})\.? (.*)$/s.exec(whole) ?? [];
      return { code: heading.replaceAll('`', ''), status, text };
    });
  });
}

/**
 * Markdown as plain text: a line for each paragraph and for each item of a list. Links keep their words alone. Code that looks
 * like a word of the sentence is in quotes.
 */
function plain(markdown: string): string {
  return markdown
    .trim()
    .replaceAll(/\n(?!\n|- )\s*/g, ' ')
    .replaceAll(/\n+ */g, '\n')
    .replaceAll(/`(?!undefined`)([a-z]+)`/g, '"$1"')
    .replaceAll(/^- |\*\*|`/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

function sourceOf({ code, status, text }: Entry): string {
  const literal = text.replaceAll(/[\\`]|\$\{/g, (found) => `\\${found}`);
  return `  {\n    code: '${code}',\n    status: ${status},\n    text: \`${literal}\`,\n  },\n`;
}
