import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Makes one file of one of our programs, so that any runtime starts it as it is, without a loader and its hooks. Packages
 * stay outside: each runtime resolves them itself, to what its users get.
 *
 * @returns its path, from which this workspace's packages are found.
 */
export async function bundled(program: URL): Promise<string> {
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
