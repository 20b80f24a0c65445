// `npm run release`: publishes the packages that the registry does not have yet, with provenance. With --dry-run, packs them
// and publishes nothing.
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';
import { releaseProblems } from './release-check.mjs';
import { repositoryUrl } from './repository.mjs';
import { inScratch } from './scratch.mjs';
import { stagePackages } from './stage-packages.mjs';

const command = process.argv.includes('--dry-run')
  ? ['npm', 'publish', '--workspaces', '--dry-run', '--provenance=false']
  : [join(root, 'node_modules/.bin/changeset'), 'publish', '--no-git-tag'];

const problems = releaseProblems();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

// The staged packages are a workspace of their own, for changesets and npm.
await inScratch('release', async (scratch) => {
  await stagePackages(scratch, repositoryUrl());
  const manifest = { name: 'release', private: true, workspaces: ['*'] };
  writeFileSync(join(scratch, 'package.json'), JSON.stringify(manifest));
  cpSync(join(root, '.changeset'), join(scratch, '.changeset'), { recursive: true });
  const [file, ...args] = command;
  process.exitCode = spawnSync(file, args, { cwd: scratch, stdio: 'inherit' }).status ?? 1;
});
