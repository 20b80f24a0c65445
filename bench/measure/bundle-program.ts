import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Bundles one of the programs of this folder, so that any runtime starts it without a loader. Packages stay external: each
 * runtime resolves them itself, to the files that its users get.
 *
 * @returns the path of the bundle, from which the packages of this workspace resolve.
 */
export async function bundleProgram(program: URL): Promise<string> {
  const entry = fileURLToPath(program);
  const outfile = join(folder, `${basename(entry, '.ts')}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    logLevel: 'warning',
  });
  return outfile;
}
