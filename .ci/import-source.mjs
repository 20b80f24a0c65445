import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { privatePackages } from './private-packages.mjs';

/** Bundles a source of a package, and calls `use` with its exports. @returns the result of `use`. */
export function importSource(packageFolder, source, use) {
  const input = { entryPoints: [source], packages: 'external', plugins: [privatePackages] };
  return importBundle(packageFolder, input, use);
}

/** Bundles the input of esbuild's options in a package, and calls `use` with the exports. @returns the result of `use`. */
export async function importBundle(packageFolder, input, use) {
  // In the package, so that its dependencies resolve.
  const cache = join(packageFolder, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'source-'));
  try {
    const outfile = join(folder, 'bundle.mjs');
    await build({
      absWorkingDir: packageFolder,
      ...input,
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['@screening-webhooks/source'],
    });
    return await use(await import(pathToFileURL(outfile).href));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
