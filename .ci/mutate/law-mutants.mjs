// The mutants of laws.mjs, a line each: chosen from the text of each law, then looked for in the code. A name says which behavior
// is broken. `find` occurs once in its file. In a field, `\n`, `\t` and `\\` stand for a new line, a tab and a backslash.
import { readFileSync } from 'node:fs';

const ESCAPED = { n: '\n', t: '\t' };

const text = readFileSync(new URL('law-mutants.tsv', import.meta.url), 'utf8');
const [, ...lines] = text.trimEnd().split('\n');

/** Each mutant with its law, and the test files that run for it. */
export const mutants = lines.map((line) => {
  const fields = line.split('\t').map((field) => field.replaceAll(/\\(.)/g, unescaped));
  const [law, name, file, find, replace, tests] = fields;
  return { law, name, file, find, replace, tests: tests.split(' ') };
});

function unescaped(_, letter) {
  return ESCAPED[letter] ?? letter;
}
