// Writes the OpenAPI document of the sandbox, from its route table.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './packages.mjs';

const sandbox = join(root, 'packages/sandbox');

/** Writes what the service answers at `/v1/openapi.json` to dist. */
export async function writeOpenApiDocument() {
  mkdirSync(join(sandbox, 'dist'), { recursive: true });
  // In the package, so that its dependencies resolve.
  const folder = mkdtempSync(join(sandbox, 'dist/openapi-'));
  try {
    const outfile = join(folder, 'describe-api.mjs');
    await build({
      absWorkingDir: sandbox,
      entryPoints: ['src/describe-api.ts'],
      outfile,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      conditions: ['@screening-webhooks/source'],
    });
    const { describeApi } = await import(pathToFileURL(outfile).href);
    writeFileSync(
      join(sandbox, 'dist/openapi.json'),
      `${JSON.stringify(describeApi(), null, 2)}\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
