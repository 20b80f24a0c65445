// Installs runtimes from npm, each in its own folder. The folders are kept, because together they are a gigabyte.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../.ci/command.mjs';

const INSTALL_MS = 180_000;
const cache = join(tmpdir(), 'screening-webhooks-runtimes');

/** @returns the path of the runtime's executable, which has the name of its package. */
export async function installRuntime(name, version) {
  const folder = join(cache, `${name}-${version}`);
  const executable = join(folder, 'node_modules/.bin', name);
  if (existsSync(executable)) return executable;

  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const fresh = mkdtempSync(join(cache, `.${name}-`));
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
