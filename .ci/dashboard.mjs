// The dashboard as the service serves it. Building it takes a second or two, so a build is kept until a source changes.
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { root } from './packages.mjs';

const dashboard = join(root, 'packages/dashboard');
const cache = join(root, 'node_modules/.cache/dashboard');

/** Names the build after everything that decides its content. */
function cachedFolder() {
  const hash = createHash('sha256');
  const inputs = [
    ...['src', 'public'].flatMap((folder) =>
      readdirSync(join(dashboard, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .sort(),
    ),
    ...['index.html', 'vite.config.ts', 'package.json'].map((name) => join(dashboard, name)),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
  ];
  for (const file of inputs) {
    hash.update(`\n${file.slice(root.length)}\n`).update(readFileSync(file));
  }
  return join(cache, hash.digest('hex').slice(0, 16));
}

/** In a process of its own: Vitest sets NODE_ENV to `test`, and Vite would build React for development. */
async function build(folder) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'],
    { cwd: dashboard, env: { ...process.env, NODE_ENV: 'production' } },
  );
}

/** @returns the folder of the built dashboard, which is built on the first call and after each change. */
export async function builtDashboard() {
  const folder = cachedFolder();
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = join(cache, randomUUID());
  await build(unfinished);
  try {
    // At once, so that another process never serves half of it.
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process was first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
