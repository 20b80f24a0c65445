/** One top-level statement of an SQL text. */
export interface Statement {
  /** Where its first word begins. */
  readonly start: number;
  /** Where it ends: at its semicolon, or at the end of the text. */
  readonly end: number;
  /** Its words, keywords and names without quotes, in lower case. At most the first eight, and none after another token. */
  readonly words: readonly string[];
  /** Whether it has tokens that are not in `words`. */
  readonly hasMore: boolean;
}

// One token at a time, as the lexer of PostgreSQL reads them:
// https://www.postgresql.org/docs/current/sql-syntax-lexical.html
const SPACE = /(?:[ \t\n\r\f\v]+|--[^\n\r]*)+/y;
const WORD = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const NUMBER = /\d[\w.]*|\$\d+/y;
const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
// A quote that is doubled does not end a string, and a string goes on when the next one follows on another line.
const CONTINUED = `(?:[ \\t\\f\\v]*(?:--[^\\n\\r]*)?[\\n\\r](?:[ \\t\\n\\r\\f\\v]|--[^\\n\\r]*[\\n\\r])*')`;
const STRING = new RegExp(`'(?:[^']+|''|'${CONTINUED})*'?`, 'y');
const ESCAPE_STRING = new RegExp(`'(?:[^'\\\\]+|\\\\[^]|''|'${CONTINUED})*'?`, 'y');
const QUOTED_NAME = /"(?:[^"]+|"")*"?/y;
const MOST_WORDS = 8;

/**
 * Splits an SQL text into its top-level statements as the server does: semicolons in strings, quoted names, comments,
 * parentheses and the `BEGIN ATOMIC` body of a function end no statement. Empty statements are left out.
 *
 * @param backslashEscapes whether a backslash escapes in plain strings: `standard_conforming_strings` is off.
 */
export function splitStatements(text: string, backslashEscapes = false): readonly Statement[] {
  const statements: Statement[] = [];
  let start = -1;
  let words: string[] = [];
  let hasMore = false;
  let parentheses = 0;
  let body = 0;
  let previous = '';
  let at = 0;

  const endOf = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : -1;
  };
  const skip = (end: number): void => {
    at = end === -1 ? text.length : end;
  };
  const finish = (): void => {
    if (start !== -1) statements.push({ start, end: at, words, hasMore });
    start = -1;
    words = [];
    hasMore = false;
    previous = '';
  };

  while (at < text.length) {
    const space = endOf(SPACE);
    if (space !== -1) {
      at = space;
      continue;
    }
    if (text.startsWith('/*', at)) {
      at = endOfComment(text, at);
      continue;
    }
    const character = text[at] ?? '';
    if (character === ';' && parentheses === 0 && body === 0) {
      finish();
      at += 1;
      continue;
    }
    if (start === -1) start = at;

    const word = endOf(WORD);
    if (word !== -1) {
      const name = text.slice(at, word).toLowerCase();
      at = word;
      if (!hasMore && words.length < MOST_WORDS) words.push(name);
      else hasMore = true;
      if (text[at] === "'") {
        const isBits = name === 'b' || name === 'x';
        skip(endOf(name === 'e' || (backslashEscapes && !isBits) ? ESCAPE_STRING : STRING));
        hasMore = true;
      }
      body = bodyDepth(body, name, previous, words);
      previous = name;
      continue;
    }
    hasMore = true;
    previous = character;
    if (character === "'") skip(endOf(backslashEscapes ? ESCAPE_STRING : STRING));
    else if (character === '"') skip(endOf(QUOTED_NAME));
    else if (character === '$') at = endOfDollarSign(text, at);
    else if (/\d/.test(character)) skip(endOf(NUMBER));
    else {
      if (character === '(' || character === '[') parentheses += 1;
      if (character === ')' || character === ']') parentheses -= 1;
      at += 1;
    }
  }
  finish();
  return statements;

  function endOfDollarSign(sql: string, from: number): number {
    const opened = endOf(DOLLAR_QUOTE);
    if (opened === -1) return Math.max(from + 1, endOf(NUMBER));
    const tag = sql.slice(from, opened);
    const closed = sql.indexOf(tag, opened);
    return closed === -1 ? sql.length : closed + tag.length;
  }
}

// Comments nest.
function endOfComment(text: string, from: number): number {
  let depth = 0;
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return text.length;
}

// In a body, END also closes CASE. After AS and after a dot, both are names.
function bodyDepth(
  depth: number,
  word: string,
  previous: string,
  words: readonly string[],
): number {
  if (depth === 0) {
    return word === 'atomic' && previous === 'begin' && words[0] === 'create' ? 1 : 0;
  }
  if (previous === 'as' || previous === '.') return depth;
  if (word === 'case') return depth + 1;
  return word === 'end' ? depth - 1 : depth;
}
