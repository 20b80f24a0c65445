// `npm run release`: publishes the packages that the registry does not have yet, with provenance. With --dry-run, packs them
// and publishes nothing.
import { spawnSync } from 'node:child_process';
import { releaseProblems } from './release-check.mjs';
import { repositoryUrl } from './repository.mjs';
import { inScratch } from './scratch.mjs';
import { stagePackages } from './stage-packages.mjs';

const dryRun = process.argv.includes('--dry-run');

/** Sorts each package after its dependencies. */
function inOrderOfDependencies(packages) {
  const ordered = new Set();
  const add = (published) => {
    for (const name of Object.keys(published.manifest.dependencies ?? {})) {
      const sibling = packages.find(({ manifest }) => manifest.name === name);
      if (sibling) add(sibling);
    }
    ordered.add(published);
  };
  packages.forEach(add);
  return [...ordered];
}

// A release that broke off halfway can be repeated.
function isPublished({ name, version }) {
  const { status, stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'version'], {
    encoding: 'utf8',
  });
  return status === 0 && stdout.trim() === version;
}

function publish({ folder, manifest }) {
  const label = `${manifest.name}@${manifest.version}`;
  if (!dryRun && isPublished(manifest)) {
    console.log(`${label} is published already.`);
    return true;
  }
  const args = ['publish', ...(dryRun ? ['--dry-run', '--provenance=false'] : [])];
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  console.log(`${label}: ${status === 0 ? 'ok' : 'FAILED'}`);
  return status === 0;
}

const problems = releaseProblems();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

await inScratch('release', async (scratch) => {
  const packages = await stagePackages(scratch, repositoryUrl());
  // Stops at the first failure: a package must not be published before its dependencies.
  if (!inOrderOfDependencies(packages).every(publish)) process.exitCode = 1;
});
