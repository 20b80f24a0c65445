import { expect, it } from 'vitest';
import { codeEntries } from '../src/explain/code-entries.js';
import { codesSource } from './support/codes-source.js';
import { refused } from './support/refused.js';
import { runCli } from './support/run-cli.js';

const explain = (...words: readonly string[]) => runCli(['explain', ...words]);

// `npx vitest run --project toolkit packages/cli/test/explain.test.ts -u` rewrites the module.
it('says what docs/codes.md says', async () => {
  await expect(codesSource()).toMatchFileSnapshot('../src/explain/code-entries.ts');
  expect(codeEntries.length).toBeGreaterThan(20);
});

it.each(codeEntries.map(({ code, status }) => [code, status] as const))(
  '%s: its status, cause and cure, as plain text',
  async (code, status) => {
    const { out, err, exit } = await explain(code);
    expect([err, exit]).toEqual(['', 0]);
    expect(out.split('\n')[0]).toBe(`${code} (${status})`);
    expect(out).toMatch(/\n\nCause: [^\n]+\n(?:[^\n]+\n)*\nCure: [^\n]+\n/);
    expect(out).not.toMatch(/[`*]{2}|`|\]\(|\.md|\n\n\n/);
  },
);

it('keeps what a cure says after its first paragraph', async () => {
  const { out } = await explain('signature_mismatch');
  expect(out.split('\n\n').map((paragraph) => paragraph.split(':')[0])).toEqual([
    'signature_mismatch (401)',
    'No secret and no v1 of the header fit the body.',
    'Cause',
    'Cure',
    'With reason',
  ]);
});

it('without a code, lists all of them, one in a line', async () => {
  const { out, exit } = await explain();
  expect(exit).toBe(0);
  expect(out.trimEnd().split('\n')).toEqual(
    codeEntries.map(({ code, status }) => `${status}  ${code}`),
  );
  expect(out).toContain('400  timestamp_in_future\n');
  expect(out).toContain('503  unavailable: secret\n');
});

it.each([
  ['unavailable: clock', ['unavailable:', 'clock']],
  ['unavailable: clock', ['unavailable: clock']],
  ['unavailable: clock', ['unavailable', 'clock']],
  ['unavailable: clock', ['unavailable_clock']],
  ['timestamp_too_old', ['Timestamp-Too-Old.']],
])('finds %s by %o', async (code, words) => {
  expect((await explain(...words)).out).toMatch(new RegExp(`^${code} \\(\\d+\\)\n`));
});

it('of a code with reasons, prints each', async () => {
  const { out } = await explain('unavailable');
  expect(out.match(/^unavailable: \w+ \(503\)$/gm)).toHaveLength(7);
});

it.each([
  ['timestamp_in_futur', /unknown code "timestamp_in_futur"; did you mean timestamp_in_future\?/],
  ['mismatch', /did you mean signature_mismatch\?/],
  ['teapot', /unknown code "teapot"; without a code, explain lists all of them\./],
  ['constructor', /unknown code "constructor"/],
  ['', /unknown code ""/],
])('refuses %j, which is not a code', async (code, sentence) => {
  expect(await refused(['explain', code])).toMatch(sentence);
});
