// `npm run release:version`: sets the version that the changesets ask for in all packages, and wherever it is written.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChangesets } from './open-changesets.mjs';
import { manifestOf, root } from './packages.mjs';

/** Constants, because a bundle does not read its package.json. Tests compare them with it. */
const CONSTANTS = [
  'packages/cli/src/version.ts',
  'packages/opentelemetry/src/screening-telemetry.ts',
  'packages/sandbox/src/cli/program.ts',
];

const versionOf = () => manifestOf(join(root, 'packages/core')).version;

function edit(path, change) {
  const file = join(root, path);
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${path}: found nothing to change.`);
  writeFileSync(file, after);
}

const before = versionOf();
// The first version needs no changeset.
if (openChangesets().length > 0) {
  const changeset = join(root, 'node_modules/.bin/changeset');
  const { status } = spawnSync(changeset, ['version'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const version = versionOf();
if (version !== before) {
  for (const path of CONSTANTS) edit(path, (text) => text.replace(`'${before}'`, `'${version}'`));
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd: root });
}
if (readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version} (`)) {
  throw new Error(
    `CHANGELOG.md has ${version} already, and no changeset asks for another version.`,
  );
}
const today = new Date().toISOString().slice(0, 10);
edit('CHANGELOG.md', (text) =>
  text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${today})\n`),
);
console.log(`${version}: check the changes, commit them, and push the tag v${version}.`);
