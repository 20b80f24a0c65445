// The runtimes come from npm, each into a folder of its own that is kept: together they are a gigabyte.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../command.mjs';

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
    // The packages fetch or link the executable of this platform in their install scripts.
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
    throw new Error(`${name}@${version} is installed in ${folder}, but without its executable.`);
  }
  return executable;
}

// Only what is complete gets the name that is looked for. Another run may have been faster: its copy is as good.
function moveTo(folder, fresh) {
  try {
    renameSync(fresh, folder);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  }
}
