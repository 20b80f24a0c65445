// The rules of prose and of commit titles, and which parts of a file are prose.
import { CODE } from './markdown-links.mjs';

/** A space matches any white space. `in` names the only kind of prose that has the rule. */
const rules = [
  // Not in a heading, a name of a paragraph, a link or a question.
  { words: /(?<!# |\*|\[)\b(?:What|Whose)\b(?![^.!?]*\?)/, hint: 'begin with a noun' },
  { words: /\bElse\b/, hint: 'say "Otherwise"' },
  { words: /\b(?:That of|Those of|One that)\b/, hint: 'repeat the noun' },
  { words: /(?<=^\s*)(?:Of|Those|It)\b/, in: 'docstring', hint: 'begin with a noun or a verb' },
  { words: /\b(?:Undefined|Null): /, hint: 'write a sentence: "`undefined` if …"' },
  { words: /\bbut for\b/i, hint: 'say "except"' },
  { words: /\bbesides\b/i, hint: 'say "also", "other than" or "in addition to"' },
  { words: /\bfor good\b(?! reason)/i, hint: 'say "permanently"' },
  { words: /\b(?:is|are) there\b(?![^.!?]*\?)/i, hint: 'say "exists" or "is present"' },
  { words: /\b(?:go|goes|went) on\b/i, hint: 'say "continue"' },
  { words: /\bstands\b(?! for\b| in for\b| still\b)/i, hint: 'say "is"' },
  { words: /\btells? of\b/i, hint: 'say "report" or "describe"' },
  { words: /\bwhoever\b/i, hint: 'name the person or the program' },
  { words: /\bof ours\b/i, hint: 'say "our"' },
  { words: /\bwhat comes of\b/i, hint: 'say "the result of"' },
  { words: /(?<!there )\bis no (?!longer|more|less|other|such|one)\w+/i, hint: 'say "is not a"' },
].map(({ words: { source, flags }, ...rule }) => ({
  ...rule,
  words: new RegExp(source.replaceAll(' ', '\\s+'), `g${flags}`),
}));

/** @returns {{ line: number, words: string, hint: string }[]} where the prose of a file breaks a rule. */
export function proseFaults(path, text) {
  return proseIn(path, text).flatMap(({ kind, start, prose }) =>
    rules
      .filter((rule) => rule.in === undefined || rule.in === kind)
      .flatMap(({ words, hint }) =>
        [...prose.matchAll(words)].map(({ 0: found, index }) => ({
          line: text.slice(0, start + index).split('\n').length,
          words: found.trim().replaceAll(/\s+/g, ' '),
          hint,
        })),
      ),
  );
}

/** A template literal, with the source of those that its holes may have. */
const template = (inner) =>
  `\`(?:\\\\[\\s\\S]|\\$\\{(?:[^{}\`]|\\{[^{}\`]*\\}|${inner})*\\}|[^\`\\\\])*\``;

// A regular expression is found by what precedes it, and only so that its quotes begin no string.
const TOKEN = new RegExp(
  [
    /(?<docstring>\/\*\*[\s\S]*?\*\/)/,
    /(?<comment>\/\*[\s\S]*?\*\/|(?:\/\/.*(?:\n *(?=\/\/))?)+)/,
    /(?<=[(,=:[!&|?{;]\s*|=>\s*|return )\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//,
    /(?<message>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|TEMPLATE)/,
  ]
    .map(({ source }) => source)
    .join('|')
    .replace('TEMPLATE', () => template(template(template('(?!)')))),
  'g',
);
const GUTTER = /^ *(?:\/\/|\/?\*+(?!\/))|\*\/$/gm;
const CODE_OR_LINK = new RegExp(`${CODE.source}|(?<=\\])\\([^)]*\\)`, 'gm');
const HOLE = /\$\{[^}]*\}/g;

/** The texts that people read in a file, each of its length in the file: `x` replaces the characters of code. */
function proseIn(path, text) {
  if (path.endsWith('.md')) return [{ kind: 'page', start: 0, prose: mask(text, CODE_OR_LINK) }];
  const hasMessages = /^packages\/[^/]+\/src\//.test(path);
  return [...text.matchAll(TOKEN)].flatMap(({ 0: token, index: start, groups }) => {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    if (kind === undefined) return [];
    if (kind !== 'message') {
      return [{ kind, start, prose: mask(mask(token, GUTTER, ' '), CODE_OR_LINK) }];
    }
    const isMessage = hasMessages && token.split(/\s+/).length >= 4;
    return isMessage ? [{ kind, start, prose: mask(token, HOLE) }] : [];
  });
}

function mask(text, pattern, by = 'x') {
  return text.replaceAll(pattern, (part) => part.replaceAll(/\S/g, by));
}

const NOT_A_VERB =
  /^(?:an?|the|this|that|these|those|its?|we|they|one|two|more|fewer|only|what|who|whose|which|how|why|when|where|in|on|of|at|by|for|from|with|without|to|after|before|each|every|all|both|no)$|:$|(?<!e)ed$|ing$|[^s]s$/i;
const VERBS = /^(?:Bring|Embed|Focus|Ping|Shed)$/;

/** @returns {string | undefined} why the title of a commit is not an order in one line. */
export function titleFault(title) {
  const [first] = title.split(' ', 1);
  if (!/^\p{Lu}/u.test(title)) return 'begin with a capital';
  if (NOT_A_VERB.test(first) && !VERBS.test(first)) return 'begin with a verb in the imperative';
  if (title.length > 72) return 'use at most 72 characters';
  if (title.endsWith('.')) return 'omit the full stop';
  return undefined;
}
