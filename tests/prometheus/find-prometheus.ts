import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { newFolder } from '../support/run-folder.js';

/** The folder with `prometheus` and `promtool`, or why they are missing. */
export type Found = { readonly folder: string } | { readonly missing: string };

const PROGRAMS = ['prometheus', 'promtool'];
const DOWNLOAD_MS = 120_000;
const cache = join(tmpdir(), 'screening-webhooks-prometheus');

/**
 * Finds Prometheus in the PATH, or else extracts Debian's package into a folder that later runs use again. Nothing is
 * installed and no service starts.
 */
export function findPrometheus(): Found {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), join(cache, 'usr/bin')];
  const folder = folders.find((each) => PROGRAMS.every((name) => existsSync(join(each, name))));
  return folder === undefined ? download() : { folder };
}

function download(): Found {
  const fresh = newFolder();
  const problem = downloadPackage(fresh);
  if (problem) return { missing: problem };
  const [file = ''] = readdirSync(fresh).filter((name) => name.endsWith('.deb'));
  const extracted = run('dpkg-deb', ['-x', file, 'extracted'], fresh);
  if (extracted.status !== 0) return { missing: `dpkg-deb failed: ${lastLine(extracted)}` };
  moveToCache(join(fresh, 'extracted'));
  return { folder: join(cache, 'usr/bin') };
}

/** @returns the problem, if there is one. */
function downloadPackage(folder: string): string | undefined {
  if (run('apt-get', ['download', 'prometheus'], folder).status === 0) return undefined;
  // Perhaps the machine has no package lists. They are loaded next to the package, because the lists of the system need root.
  const lists = ['lists/partial', 'cache/archives/partial'];
  for (const each of lists) mkdirSync(join(folder, each), { recursive: true });
  const own = ['-o', `Dir::State::lists=${folder}/lists`, '-o', `Dir::Cache=${folder}/cache`];
  run('apt-get', [...own, 'update'], folder);
  const result = run('apt-get', [...own, 'download', 'prometheus'], folder);
  if (result.status === 0) return undefined;
  return `it is not in the PATH, and apt-get could not download it: ${lastLine(result)}`;
}

// A run at the same time may have been faster. Its copy is used.
function moveToCache(folder: string): void {
  try {
    renameSync(folder, cache);
  } catch (error) {
    if (!existsSync(cache)) throw error;
  }
}

function run(file: string, args: readonly string[], cwd: string): SpawnSyncReturns<string> {
  return spawnSync(file, args, { cwd, encoding: 'utf8', timeout: DOWNLOAD_MS });
}

function lastLine({ error, stderr }: SpawnSyncReturns<string>): string {
  return error?.message ?? stderr.trimEnd().split('\n').at(-1) ?? '';
}
