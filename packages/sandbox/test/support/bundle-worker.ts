import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  dependencies: Record<string, string>;
};
const SCOPE = '@screening-webhooks/';

/** Ignored by git, at the same depth as `dist/esm/thread`, and with access to the dependencies. */
export const cacheFolder = `${root}node_modules/.cache/thread`;

/**
 * Bundles a program of this package and its siblings from source: Node 20 cannot run TypeScript, and Vitest's transforms do
 * not apply in worker threads.
 *
 * @param source The path, relative to the package.
 * @param name The name of the file in {@link cacheFolder}.
 * @returns the file's path.
 */
export async function bundle(
  source: string,
  name: string,
  options: BuildOptions = {},
): Promise<string> {
  const file = `${cacheFolder}/${name}`;
  const unfinished = `${file}.${randomUUID()}`;
  await build({
    absWorkingDir: root,
    entryPoints: [source],
    outfile: unfinished,
    bundle: true,
    external: Object.keys(dependencies).filter((dependency) => !dependency.startsWith(SCOPE)),
    platform: 'node',
    conditions: [`${SCOPE}source`],
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    ...options,
  });
  // Atomic, so that a run in another process never loads half a file.
  renameSync(unfinished, file);
  return file;
}
