// The runtimes that users deploy to, and their installation from npm. The bench uses both.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../.ci/command.mjs';

/** The newest versions that npm has for every platform. */
export const runtimes = [
  ...['20.20.2', '22.23.3', '24.21.0', '26.10.0'].map((version) => ({ name: 'node', version })),
  { name: 'bun', version: '1.4.5' },
  { name: 'deno', version: '2.9.5' },
  { name: 'workerd', version: '1.20261023.1' },
];

const INSTALL_MS = 180_000;
// It is kept, because all runtimes together are a gigabyte.
const cache = join(tmpdir(), 'screening-webhooks-runtimes');

/** @returns the path of the runtime's executable, which has the name of its package. */
export async function installRuntime(name, version) {
  const folder = join(cache, `${name}-${version}`);
  const executable = join(folder, 'node_modules/.bin', name);
  if (existsSync(executable)) return executable;

  // Runs at the same time have a folder each.
  const fresh = join(cache, `.${name}-${version}-${process.pid}`);
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  try {
    // The install scripts of the packages download or link the executable for this platform.
    const manifest = {
      private: true,
      dependencies: { [name]: version },
      allowScripts: { [name]: true },
    };
    writeFileSync(join(fresh, 'package.json'), JSON.stringify(manifest));
    const { ok, output } = await runCommand('npm', ['install', '--no-audit', '--no-fund'], {
      cwd: fresh,
      timeout: INSTALL_MS,
    });
    if (!ok) throw new Error(`npm could not install ${name}@${version}:\n${output}`);
    moveTo(folder, fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  if (!existsSync(executable)) {
    throw new Error(`${name}@${version} was installed in ${folder} without its executable.`);
  }
  return executable;
}

// A folder gets its final name once it is complete. If another run was faster, its copy is used.
function moveTo(folder, fresh) {
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  }
}
