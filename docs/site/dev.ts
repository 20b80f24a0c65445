import { watch } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vitepress';
import { repositoryUrl } from '../../.ci/repository.mjs';
import { menuOf } from './src/menu.ts';
import { generatedPages, writtenPages } from './src/pages.ts';
import { root } from './src/routes.ts';
import { writePages } from './src/write-pages.ts';

// `node --import tsx docs/site/dev.ts`: serves the documentation site, and shows each change of a page at once.

const folder = join(import.meta.dirname, '.pages/dev');
const repository = repositoryUrl();
const generated = await generatedPages();

function write(): void {
  const written = writtenPages(repository);
  const pages = [...written.pages, ...generated];
  writePages(folder, { pages, files: written.files }, menuOf(pages), repository);
}

write();
process.env['SITE_PAGES'] = folder;
const server = await createServer(import.meta.dirname);
await server.listen();
server.printUrls();

for (const place of [
  'docs',
  'packages',
  'examples',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
]) {
  watch(join(root, place), { recursive: true }, (_event, name) => {
    if (!name?.endsWith('.md') || /(?:^|\/)(?:\.pages|node_modules|dist)\//.test(name)) return;
    try {
      write();
    } catch (error) {
      // A half-written page has dead links for a moment. The next change repairs it.
      process.stderr.write(`${String(error)}\n`);
    }
  });
}
