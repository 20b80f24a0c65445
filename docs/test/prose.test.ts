import { expect, it } from 'vitest';
import { proseFaults, titleFault } from '../../.ci/prose.mjs';

/** The words in the lines of a file that break a rule, in the order of the lines. */
function faultsIn(path: string, ...lines: string[]): string[] {
  const faults = proseFaults(path, lines.join('\n'));
  return faults.sort((a, b) => a.line - b.line).map(({ line, words }) => `${line} ${words}`);
}

it('finds what reads translated, and not what only looks like it', () => {
  const sentences = {
    What: ['What is left fails.', 'What is left? It knows what is left.'],
    'Those of': ['Those of a job are locked.', 'It reads those of a job.'],
    'One that': ['One that fails returns.', 'It returns one that fails.'],
    Else: ['Else it fails.', 'It waits, or else it fails.'],
    'Null:': ['Null: none is active.', '`null` if none is active.'],
    'but for': ['All but for the last.', 'All except the last.'],
    besides: ['A job besides.', 'A job beside it.'],
    'for good': ['It fails for good.', 'It fails for good reasons.'],
    'is there': ['The row is there.', 'Is there a row? There is one.'],
    'goes on': ['The worker goes on.', 'The worker continues.'],
    stands: ['It stands in a header.', '`$1` stands for an id. The clock stands still.'],
    'tells of': ['It tells of a failure.', 'It tells who failed.'],
    whoever: ['An answer for whoever asks.', 'An answer for the caller.'],
    'of ours': ['A package of ours.', 'A package of theirs.'],
    'is no URL': ['The text is no URL.', 'There is no URL. It is no longer one.'],
  };
  for (const [words, [faulty = '', fine = '']] of Object.entries(sentences)) {
    expect(faultsIn('a.md', fine, faulty)).toEqual([`2 ${words}`]);
  }
});

it('reads the comments of a source, and its messages if it is published', () => {
  const source = [
    '/** Of a job: `besides`, its row',
    ' * is there. */',
    "const pattern = /[/'] besides/;",
    "const message = 'is no URL, http://besides';",
    `const nested = \`is \${one ? \`no\` : "a b c d"} of ours\`; // besides`,
    "const short = 'besides';",
  ];
  expect(faultsIn('docs/a.ts', ...source)).toEqual(['1 Of', '2 is there', '5 besides']);
  const published = ['1 Of', '2 is there', '4 besides', '4 is no URL', '5 of ours', '5 besides'];
  expect(faultsIn('packages/a/src/a.ts', ...source)).toEqual(published);
});

it('reads pages without code and links, and allows a heading that begins with What', () => {
  const page = ['## What it does', '`besides` **What it costs.**', '```sh', 'besides', '```'];
  const last = ['It goes', 'on, [besides](what-stands.md).'];
  expect(faultsIn('a.md', ...page, ...last)).toEqual(['6 goes on', '7 besides']);
});

it('a title of a commit is an order of at most 72 characters', () => {
  const fine = ['Address each row', 'Feed rows to jobs', 'Bring rows back'];
  const faulty = ['Rows are read', 'Added it', 'Adding it', 'The row', 'add it', 'Add it.'];
  const long = `Add ${'r'.repeat(69)}`;
  expect([...fine, ...faulty, long].filter(titleFault)).toEqual([...faulty, long]);
});
