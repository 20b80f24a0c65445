import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../../docs/frameworks.md', import.meta.url), 'utf8');
const recipes = new URL('../recipes/', import.meta.url);

it('each block of docs/frameworks.md is a file in recipes, which the tests run', () => {
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  const files = readdirSync(recipes).map((file) => readFileSync(new URL(file, recipes), 'utf8'));
  expect(blocks.sort()).toEqual(files.sort());
});
