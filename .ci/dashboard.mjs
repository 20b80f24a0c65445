// The dashboard as the service serves it. Building it takes a second or two, so a build is kept until a source changes.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtOnce, filesIn, nameOfBuild } from './cached-build.mjs';
import { root } from './packages.mjs';

const dashboard = join(root, 'packages/dashboard');

/** Everything that decides the content of the build. */
function inputs() {
  return [
    ...['src', 'public'].flatMap((folder) => filesIn(join(dashboard, folder))),
    ...filesIn(join(root, 'packages/delivery-input/src')),
    ...['index.html', 'vite.config.ts', 'package.json'].map((name) => join(dashboard, name)),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
  ];
}

/** In a separate process: Vitest sets NODE_ENV to `test`, and Vite would build React for development. */
async function build(folder) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'],
    { cwd: dashboard, env: { ...process.env, NODE_ENV: 'production' } },
  );
}

/** @returns the folder of the built dashboard, which is built on the first call and after each change. */
export function builtDashboard() {
  return builtOnce(join(root, 'node_modules/.cache/dashboard', nameOfBuild(inputs())), build);
}
