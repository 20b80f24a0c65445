// The service that a scenario starts: the command of the sandbox, bundled from its sources. Times are shortened and flaws are put
// in here, so that neither is in the product.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { privatePackages } from '../../../.ci/private-packages.mjs';

const sandbox = fileURLToPath(new URL('../../../packages/sandbox', import.meta.url));
// In the package, where it finds its migrations and its dependencies.
const cache = join(sandbox, 'node_modules/.cache/crash');

const built = new Map();

/**
 * @param changes `[{ file, from, to }]`: replaces a text of a file in `packages/sandbox/src`.
 * @returns the path of the program.
 * @throws Error when a file does not contain its text exactly once.
 */
export function buildService(changes = []) {
  const name = createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 16);
  if (!built.has(name)) built.set(name, bundle(join(cache, `${name}-${process.pid}.mjs`), changes));
  return built.get(name);
}

async function bundle(outfile, changes) {
  mkdirSync(cache, { recursive: true });
  const made = new Set();
  await build({
    absWorkingDir: sandbox,
    entryPoints: ['src/cli/main.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    conditions: ['@screening-webhooks/source'],
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
    plugins: [
      privatePackages,
      { name: 'changes', setup: ({ onLoad }) => onLoad({ filter: /\.ts$/ }, load) },
    ],
  });
  const missing = changes.find((change) => !made.has(change));
  if (missing) throw new Error(`${missing.file} is not part of the service.`);
  return outfile;

  function load({ path }) {
    const file = relative(join(sandbox, 'src'), path);
    let contents = readFileSync(path, 'utf8');
    for (const change of changes.filter((each) => each.file === file)) {
      const parts = contents.split(change.from);
      if (parts.length !== 2) {
        throw new Error(`${file} contains this text ${parts.length - 1} times: ${change.from}`);
      }
      contents = parts.join(change.to);
      made.add(change);
    }
    return { contents, loader: 'ts' };
  }
}
