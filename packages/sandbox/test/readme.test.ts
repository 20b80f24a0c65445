import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { magicValues } from './support/magic-values.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('lists the magic values, each with its event', () => {
  const rows = [...readme.matchAll(/^\| (`SBX-.*) \| .* \| (.*) \|$/gm)].flatMap(
    ([, names = '', event = '']) =>
      [...names.matchAll(/`(SBX-[A-Z]+-)…`/g)].map(([, name = '']) => {
        const [, ends] = /^`(\w+)`/.exec(event) ?? [];
        const [, attempts] = /`attemptCount` (\d)/.exec(event) ?? [];
        return { value: `${name}1`, ends, ...(attempts && { sourceAttempts: Number(attempts) }) };
      }),
  );
  expect(rows).toHaveLength(magicValues.length - 1);
  expect(magicValues).toEqual(
    expect.arrayContaining(rows.map((row) => expect.objectContaining(row))),
  );
});
