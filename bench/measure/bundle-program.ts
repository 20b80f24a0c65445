import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { privatePackages } from '../../.ci/private-packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Bundles a program, so that any runtime starts it without a loader. Packages stay external: each runtime resolves them
 * itself, to the files that its users get. Sources of a package that the program imports by path are bundled, and the bundle is
 * then written into that package, because those sources look for the package's files relative to their own location.
 *
 * @returns the path of the bundle.
 */
export async function bundleProgram(program: URL): Promise<string> {
  const entry = fileURLToPath(program);
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    packages: 'external',
    plugins: [privatePackages],
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const name = relative(root, entry).replace(/\.ts$/, '.mjs');
  const outfile = join(root, folderOf(Object.keys(metafile.inputs)), name);
  mkdirSync(dirname(outfile), { recursive: true });
  for (const { contents } of outputFiles) writeFileSync(outfile, contents);
  return outfile;
}

/** @param sources Relative to the root of the repository. */
function folderOf(sources: readonly string[]): string {
  // A private package belongs to the packages that import it.
  const packages = new Set(
    sources.flatMap(
      (source) => /^packages\/(?!terminal\/)[^/]+(?=\/src\/)/.exec(source)?.[0] ?? [],
    ),
  );
  const [first, ...others] = packages;
  if (first === undefined) return 'bench/dist';
  if (others.length > 0) {
    throw new Error(`A program has the sources of one package; got ${[...packages].join(', ')}.`);
  }
  // Ignored by git, and never packed.
  return `${first}/node_modules/.cache/bench`;
}
