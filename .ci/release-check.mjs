// Checks that a version can be published. `npm run release` begins with it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChangesets } from './open-changesets.mjs';
import { manifestOf, publishedPackages, root } from './packages.mjs';
import { repositoryUrl } from './repository.mjs';

/** All packages have the version of this one. */
const VERSIONED = 'packages/core';

/** @returns what prevents a release, as sentences. */
export function releaseProblems() {
  const { version } = manifestOf(join(root, VERSIONED));
  return [
    ...addressProblems(),
    ...publishedPackages().flatMap(({ manifest }) => versionProblems(manifest, version)),
    ...changesetProblems(),
    ...changelogProblems(version),
    ...tagProblems(version),
  ];
}

function addressProblems() {
  try {
    return repositoryUrl() === undefined
      ? [
          'package.json: set `repository` to the address of the repository, https://github.com/<owner>/<name>.',
        ]
      : [];
  } catch (error) {
    return [error.message];
  }
}

function versionProblems({ name, version, dependencies = {} }, expected) {
  const siblings = Object.entries(dependencies).filter(([each]) =>
    each.startsWith('@screening-webhooks/'),
  );
  const mend = 'run `npm run release:version`, which gives all packages one version.';
  return [
    ...(version === expected
      ? []
      : [`${name} has version ${version}, the core ${expected}: ${mend}`]),
    ...siblings
      .filter(([, range]) => range !== expected)
      .map(([each, range]) => `${name} depends on ${each} ${range}, not ${expected}: ${mend}`),
  ];
}

function changesetProblems() {
  const open = openChangesets().length;
  return open === 0
    ? []
    : [`${open} changesets are not in a version: run \`npm run release:version\`.`];
}

function changelogProblems(version) {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  return changelog.includes(`\n## ${version} (`)
    ? []
    : [`CHANGELOG.md has no section ${version}: run \`npm run release:version\`.`];
}

// Only in the workflow that a tag starts.
function tagProblems(version) {
  const { GITHUB_REF_TYPE: type, GITHUB_REF_NAME: name } = process.env;
  if (type !== 'tag' || name === `v${version}`) return [];
  return [`The tag is ${name}, the version ${version}: push the tag v${version}.`];
}

if (process.argv[1] === import.meta.filename) {
  const problems = releaseProblems();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('Ready for a release.');
}
