// Installs the packed tarballs in a project outside the repository, with the frameworks that they need.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { manifestOf, publishedPackages, root } from './packages.mjs';
import { exampleRepository, repositoryUrl } from './repository.mjs';
import { inScratch } from './scratch.mjs';
import { stagePackages } from './stage-packages.mjs';

const INSTALL_MS = 300_000;

/** @returns the tarballs as dependencies, by package name. */
function packAll(destination) {
  return inScratch('pack', async (scratch) => {
    const staged = await stagePackages(scratch, repositoryUrl() ?? exampleRepository);
    const { ok, stdout, output } = await runCommand(
      'npm',
      ['pack', '--json', '--pack-destination', destination, ...staged.map(({ folder }) => folder)],
      { cwd: root },
    );
    if (!ok) throw new Error(`npm pack failed:\n${output}`);
    const tarballs = JSON.parse(stdout);
    return Object.fromEntries(tarballs.map(({ name, filename }) => [name, `file:./${filename}`]));
  });
}

/** @returns the peer dependencies that a user must install, at the versions that this repository is tested with. */
function peersOf(packages) {
  const { devDependencies: tested } = manifestOf(root);
  const peers = {};
  for (const { manifest } of packages) {
    const pins = { ...tested, ...manifest.devDependencies };
    for (const peer of Object.keys(manifest.peerDependencies ?? {})) {
      if (manifest.peerDependenciesMeta?.[peer]?.optional) continue;
      if (!pins[peer])
        throw new Error(`${manifest.name}: its peer ${peer} is missing from the devDependencies.`);
      peers[peer] = pins[peer];
    }
  }
  return peers;
}

/**
 * Adds every published package, packed, to a project that has a package.json, and installs it.
 *
 * @returns the names of the packages.
 */
export async function installPacked(project) {
  const packages = publishedPackages();
  const manifest = manifestOf(project);
  // Without `overrides`: a package that requires another version of a sibling than the packed one must fail.
  const siblings = await packAll(project);
  manifest.dependencies = { ...manifest.dependencies, ...peersOf(packages), ...siblings };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest, null, 2));

  const { ok, output } = await runCommand(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'],
    { cwd: project, timeout: INSTALL_MS },
  );
  if (!ok) throw new Error(`npm install failed:\n${output}`);
  return Object.keys(siblings);
}
