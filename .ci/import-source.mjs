import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Bundles a source of a package, and calls `use` with what it exports. @returns what that returns. */
export async function importSource(packageFolder, source, use) {
  // In the package, so that its dependencies resolve.
  const cache = join(packageFolder, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'source-'));
  try {
    const outfile = join(folder, 'bundle.mjs');
    await build({
      absWorkingDir: packageFolder,
      entryPoints: [source],
      outfile,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      conditions: ['@screening-webhooks/source'],
    });
    return await use(await import(pathToFileURL(outfile).href));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
