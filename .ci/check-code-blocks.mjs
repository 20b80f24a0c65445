// Compiles every TypeScript block of every page, each with the declarations of the `given` comment before it, and every block of
// JavaScript that imports packages alone, against their types.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runCommand } from './command.mjs';
import { root } from './packages.mjs';

// Inside the repository, so that packages resolve as usual; ignored by git.
const compiled = join(root, 'docs/test/.compiled');

// The API reference repeats examples of docstrings, which have no declarations.
const skipped = new Set(['api', 'dist', 'node_modules']);

/** The Markdown pages of a folder and of its subfolders. */
function pagesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : pagesIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

const IMPORT = /^import | = require\(/m;
/** A file of an app that has more of them. */
const PART = /^export function | from '\.\//m;

function blocksOf(page) {
  const text = readFileSync(join(root, page), 'utf8');
  const name = page.replaceAll(/[/.]/g, '-');
  const typed = /(?:<!-- given\n(?<given>[\s\S]*?)-->\s*)?^```ts\n(?<code>[\s\S]*?)^```$/gm;
  const plain = [...text.matchAll(/^```js\n(?<code>[\s\S]*?)^```$/gm)]
    .map(({ groups: { code } }) => code)
    .filter((code) => IMPORT.test(code) && !PART.test(code));
  return [
    ...[...text.matchAll(typed)].map(({ groups: { given = '', code } }, index) => ({
      name: `${name}-${index + 1}.ts`,
      code: `${given}\n${code}\nexport {};\n`,
    })),
    ...plain.map((code, index) => ({
      name: `${name}-${index + 1}.${code.includes(' = require(') ? 'cjs' : 'mjs'}`,
      code,
    })),
  ];
}

const pages = ['README.md', ...['docs', 'packages', 'examples'].flatMap(pagesIn)];
const blocks = pages.flatMap(blocksOf);
rmSync(compiled, { recursive: true, force: true });
mkdirSync(compiled, { recursive: true });
for (const { name, code } of blocks) writeFileSync(join(compiled, name), code);
writeFileSync(
  join(compiled, 'tsconfig.json'),
  JSON.stringify({
    extends: `${relative(compiled, root)}/tsconfig.json`,
    compilerOptions: { noUnusedLocals: false, allowJs: true, checkJs: true },
    // Declarations of Bun, for its page, and of Sentry.
    include: [
      '*.ts',
      '*.mjs',
      '*.cjs',
      relative(compiled, join(root, 'tests/frameworks/bun.d.ts')),
    ],
  }),
);
const { ok, output } = await runCommand(join(root, 'node_modules/.bin/tsc'), ['-p', compiled], {
  cwd: join(root, 'docs/test'),
});
console.log(
  `${output}${blocks.length} code blocks of ${pages.length} pages: ${ok ? 'ok' : 'FAILED'}`,
);
if (!ok || blocks.length === 0) process.exitCode = 1;
