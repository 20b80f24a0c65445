import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const packages = fileURLToPath(new URL('../../packages', import.meta.url));
const bundles = new Map();

/**
 * Creates a function that makes changes for `bundle`, each of which replaces a text of a file. The function throws if the file
 * does not contain the text exactly once.
 *
 * @param name A folder of `packages`, in whose `src` the files are.
 */
export function changesOf(name) {
  return (file, from, to) => {
    const text = readFileSync(join(packages, name, 'src', file), 'utf8');
    const times = text.split(from).length - 1;
    if (times !== 1) throw new Error(`${file} contains this text ${times} times: ${from}`);
    return { file, from, to };
  };
}

/**
 * Bundles a package from its sources with changes, so that the product contains neither flaws nor shorter times. Equal calls
 * share one bundle. The bundle is written into the package, where it finds dependencies and other files.
 *
 * @param name A folder of `packages`.
 * @param entry A file in its `src`.
 * @param changes From `changesOf`.
 * @returns the path of the bundle.
 * @throws Error if a changed file is not part of the bundle.
 */
export function bundle(name, entry, changes = [], plugins = []) {
  const key = JSON.stringify([name, entry, changes]);
  if (!bundles.has(key)) bundles.set(key, make(name, entry, { key, changes, plugins }));
  return bundles.get(key);
}

async function make(name, entry, { key, changes, plugins }) {
  const folder = join(packages, name);
  const cache = join(folder, 'node_modules/.cache/crash');
  mkdirSync(cache, { recursive: true });
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  const outfile = join(cache, `${hash}-${process.pid}.mjs`);
  const made = new Set();
  await build({
    absWorkingDir: folder,
    entryPoints: [join('src', entry)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    conditions: ['@screening-webhooks/source'],
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
    plugins: [
      ...plugins,
      { name: 'changes', setup: ({ onLoad }) => onLoad({ filter: /\.ts$/ }, load) },
    ],
  });
  const missing = changes.find((change) => !made.has(change));
  if (missing) throw new Error(`${missing.file} is not part of ${entry}.`);
  return outfile;

  function load({ path }) {
    const file = relative(join(folder, 'src'), path);
    let contents = readFileSync(path, 'utf8');
    for (const change of changes.filter((each) => each.file === file)) {
      if (!contents.includes(change.from)) throw new Error(`An earlier change took ${change.from}`);
      contents = contents.replace(change.from, () => change.to);
      made.add(change);
    }
    return { contents, loader: 'ts' };
  }
}
