// Installs the packed tarballs in a project outside the repository, as a user would, and runs the checks there.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { indented, inOrder, runCommand } from '../command.mjs';
import { manifestOf, publishedPackages, root } from '../packages.mjs';
import { checks } from './checks.mjs';

const INSTALL_MS = 300_000;

/** @returns the tarballs as dependencies, by package name. */
async function packAll(packages, destination) {
  const folders = packages.map(({ folder }) => folder);
  const { ok, stdout, output } = await runCommand(
    'npm',
    ['pack', '--json', '--pack-destination', destination, ...folders],
    { cwd: root },
  );
  if (!ok) throw new Error(`npm pack failed:\n${output}`);
  const tarballs = JSON.parse(stdout);
  return Object.fromEntries(tarballs.map(({ name, filename }) => [name, `file:./${filename}`]));
}

/** @returns the peer dependencies a user must bring, at the versions that this repository is tested with. */
function peersOf(packages) {
  const { devDependencies: tested } = manifestOf(root);
  const peers = {};
  for (const { manifest } of packages) {
    const pins = { ...tested, ...manifest.devDependencies };
    for (const peer of Object.keys(manifest.peerDependencies ?? {})) {
      if (manifest.peerDependenciesMeta?.[peer]?.optional) continue;
      if (!pins[peer]) throw new Error(`${manifest.name}: no devDependency pins its peer ${peer}.`);
      peers[peer] = pins[peer];
    }
  }
  return peers;
}

async function install(project) {
  cpSync(fileURLToPath(new URL('project', import.meta.url)), project, { recursive: true });
  cpSync(join(project, 'consumer.mts'), join(project, 'consumer.cts'));

  const packages = publishedPackages();
  const manifest = manifestOf(project);
  // Without `overrides`: a package that asks for another version of a sibling than the one packed beside it must fail.
  const siblings = await packAll(packages, project);
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

const project = mkdtempSync(join(tmpdir(), 'screening-webhooks-consumers-'));
let passed = 0;
let failed = 0;

function report(ok, name, output = '') {
  console.log(`${ok ? 'ok' : 'not ok'}  ${name}`);
  if (!ok) console.log(indented(output));
  if (ok) passed += 1;
  else failed += 1;
}

try {
  const names = await install(project);
  report(true, `packed and installed: ${names.join(', ')}`);
  const run = async ({ program }) => runCommand(process.execPath, program, { cwd: project });
  let next = 0;
  for await (const { ok, output } of inOrder(checks, run)) report(ok, checks[next++].name, output);
} catch (error) {
  report(false, 'packed and installed', error.message);
}

if (failed === 0) {
  rmSync(project, { recursive: true });
} else {
  console.log(`The project is kept in ${project}`);
  process.exitCode = 1;
}
console.log(`${passed} passed, ${failed} failed`);
