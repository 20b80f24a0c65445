// Builds the page at /check for the service. The build is cached until a source changes.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { builtOnce, filesIn, nameOfBuild } from './cached-build.mjs';
import { root } from './packages.mjs';

const page = join(root, 'packages/check-page');

/** Everything that decides the content of the build. */
function inputs() {
  return [
    ...['check-page', 'core', 'delivery-input', 'explain'].flatMap((name) => [
      ...filesIn(join(root, 'packages', name, 'src')),
      join(root, 'packages', name, 'package.json'),
    ]),
    join(page, 'index.html'),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
  ];
}

/** The name of each file contains its hash, so that browsers may cache it permanently. */
async function buildPage(folder) {
  const { outputFiles } = await build({
    absWorkingDir: page,
    entryPoints: ['src/main.ts', 'src/page.css'],
    outdir: folder,
    bundle: true,
    minify: true,
    // A classic script: without a wrapper, its names would be global.
    format: 'iife',
    platform: 'browser',
    conditions: ['@screening-webhooks/source'],
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  });
  mkdirSync(folder, { recursive: true });
  const write = (ending) => {
    const found = outputFiles.find(({ path }) => path.endsWith(ending));
    const digest = createHash('sha256').update(found.contents).digest('hex').slice(0, 16);
    const name = `check-${digest}${ending}`;
    writeFileSync(join(folder, name), found.contents);
    return `/check/${name}`;
  };
  const html = readFileSync(join(page, 'index.html'), 'utf8')
    .replace('__STYLE__', write('.css'))
    .replace('__SCRIPT__', write('.js'));
  writeFileSync(join(folder, 'index.html'), html);
}

/** @returns the folder of the built page, which is built on the first call and after each change. */
export function builtCheckPage() {
  return builtOnce(join(root, 'node_modules/.cache/check-page', nameOfBuild(inputs())), buildPage);
}
