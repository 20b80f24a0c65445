import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { it } from 'vitest';
import { blocksOf } from '../test/support/load-block.js';

const page = readFileSync(new URL('../sandbox/hiring.md', import.meta.url), 'utf8');
// Inside the repository, so that packages resolve as usual; ignored by git.
const folder = fileURLToPath(new URL('.compiled-page', import.meta.url));

it('the calls of the page do what it says', async () => {
  mkdirSync(folder, { recursive: true });
  // Each block continues with the values of the blocks before it.
  writeFileSync(`${folder}/hiring-page.ts`, blocksOf(page, 'ts').join('\n'));
  await import(`${folder}/hiring-page.ts`);
});
