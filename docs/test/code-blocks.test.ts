import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the repository, so that packages resolve as usual; ignored by git.
const compiled = join(root, 'docs/test/.compiled');

interface Block {
  readonly name: string;
  readonly code: string;
}

/** The Markdown pages of a folder and of its subfolders. */
function pagesIn(folder: string): string[] {
  const folders = readdirSync(join(root, folder), { withFileTypes: true })
    // The API reference repeats examples of docstrings, which have no declarations.
    .filter((entry) => entry.isDirectory() && entry.name !== 'api')
    .map(({ name }) => join(folder, name));
  return [folder, ...folders].flatMap((each) =>
    readdirSync(join(root, each))
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(each, file)),
  );
}

/** The TypeScript blocks of a page, each with the declarations of the `given` comment before it. */
function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  const pattern = /(?:<!-- given\n(?<given>[\s\S]*?)-->\s*)?^```ts\n(?<code>[\s\S]*?)^```$/gm;
  return [...text.matchAll(pattern)].map((match, index) => ({
    name: `${page.replaceAll(/[/.]/g, '-')}-${index + 1}.ts`,
    code: `${match.groups?.['given'] ?? ''}\n${match.groups?.['code'] ?? ''}\nexport {};\n`,
  }));
}

// The timeout only ends a hang.
it('every TypeScript block of every page compiles with its given declarations', {
  timeout: 300_000,
}, () => {
  const pages = ['README.md', ...pagesIn('docs'), ...pagesIn('packages'), ...pagesIn('examples')];
  const blocks = pages.flatMap(blocksOf);
  expect(blocks.length).toBeGreaterThan(8);

  rmSync(compiled, { recursive: true, force: true });
  mkdirSync(compiled, { recursive: true });
  for (const { name, code } of blocks) writeFileSync(join(compiled, name), code);
  const config = {
    extends: `${relative(compiled, root)}/tsconfig.json`,
    compilerOptions: { noUnusedLocals: false },
    include: ['*.ts'],
  };
  writeFileSync(join(compiled, 'tsconfig.json'), JSON.stringify(config));

  let errors = '';
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', compiled], { cwd: dirname(compiled) });
  } catch (error) {
    errors = String((error as { stdout: Buffer }).stdout);
  }
  expect(errors).toBe('');
});
