import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const pages = ['frameworks.md', 'vercel.md', 'netlify.md', 'bun.md'];
const docs = new URL('../../../docs/', import.meta.url);
const recipes = new URL('../recipes/', import.meta.url);

it('each block of the pages of frameworks and platforms is a file in recipes, which the tests run', () => {
  const blocks = pages.flatMap((page) =>
    [...readFileSync(new URL(page, docs), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(
      ([, code]) => code,
    ),
  );
  const files = readdirSync(recipes).map((file) => readFileSync(new URL(file, recipes), 'utf8'));
  expect(blocks.sort()).toEqual(files.sort());
});
