// The scripts that the browser loads for the first page of the dashboard, measured on the build.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { builtDashboard } from './dashboard.mjs';

// The router loads it by import(), so the page does not name it as a script.
const firstPage = /^home-page-[\w-]+\.js$/;

/** The scripts that the browser loads before the dashboard shows the home page. */
export async function firstLoadOfDashboard() {
  const folder = await builtDashboard();
  const html = readFileSync(join(folder, 'pages/index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="\/([^"]+)"/g)].map(([, path]) => path);
  const imports = await importsOf(folder, scripts);
  const pages = [...imports.keys()].filter((path) => firstPage.test(basename(path)));
  if (scripts.length === 0 || pages.length !== 1) {
    throw new Error(
      `The built dashboard has ${scripts.length} scripts and ${pages.length} home pages.`,
    );
  }
  const loaded = new Set();
  const load = (path) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const each of imports.get(path) ?? []) load(each);
  };
  for (const path of [...scripts, ...pages]) load(path);
  return [...loaded].map((path) => join(folder, path));
}

/** The static imports of each reachable script, by its path in the folder. */
async function importsOf(folder, entryPoints) {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints,
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'never-written',
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  return new Map(
    Object.entries(metafile.inputs).map(([path, { imports }]) => [
      path,
      imports.filter(({ kind }) => kind === 'import-statement').map((found) => found.path),
    ]),
  );
}
