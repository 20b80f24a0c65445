// Checks the prose of comments, messages and pages, and the titles of commits. With arguments, all of these folders.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';
import { proseFaults, titleFault } from './prose.mjs';

/** The first commit whose title the rule of today holds. */
const since = '529127b4c5a8c57f7e5bfccde24ffd10c5702a3d';

const folders = process.argv.slice(2).map((folder) => folder.replace(/\/*$/, '/'));

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }).trim();
}

/** The paths of the files that people have written. */
function list(...which) {
  const kinds = ['*.ts', '*.tsx', '*.mts', '*.mjs', '*.md'];
  const others = [':(exclude,glob)**/CHANGELOG.md', ':(exclude,attr:linguist-generated)'];
  return git('ls-files', '--exclude-standard', ...which, '--', ...kinds, ...others).split('\n');
}

const isAsked = (path) =>
  folders.length === 0 || folders.some((folder) => `${path}/`.startsWith(folder));

function faultsOf(path) {
  if (!existsSync(join(root, path))) return [];
  return proseFaults(path, readFileSync(join(root, path), 'utf8'))
    .sort((a, b) => a.line - b.line)
    .map(({ line, words, hint }) => `${path}:${line}: '${words}': ${hint}`);
}

function faultyTitles() {
  const commits = git('log', '--no-merges', '--format=%h %s', `${since}..HEAD`);
  return [...commits.matchAll(/^(\S+) (.*)$/gm)].flatMap(([, commit, title]) => {
    const hint = titleFault(title);
    return hint ? [`${commit}: '${title}': ${hint}`] : [];
  });
}

const paths = list('--cached', '--others').filter(isAsked);
const hasHistory = spawnSync('git', ['cat-file', '-e', since], { cwd: root }).status === 0;
if (!hasHistory) console.log(`${since} is not in this clone: the titles are not checked.`);
const titles = hasHistory && folders.length === 0 ? faultyTitles() : [];
const faults = [...paths.flatMap(faultsOf), ...titles];
for (const fault of faults) console.error(fault);
console.log(`Prose of ${paths.length} files, and titles of commits: ${faults.length} to reword.`);
if (faults.length > 0) process.exitCode = 1;
