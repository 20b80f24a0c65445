// `npm run release:check`, after `release-check.mjs`: whether each package installs from a registry by the line of its README, with
// licenses that its users may take over, and no larger than its budget. Needs the build, and npm's registry for the packages of others.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { indented, runCommand } from './command.mjs';
import { exampleRepository, repositoryUrl } from './repository.mjs';
import { SCOPE, startScopeRegistry } from './scope-registry.mjs';
import { inScratch } from './scratch.mjs';
import { stagePackages } from './stage-packages.mjs';

const INSTALL_MS = 300_000;
/** The maximum size of the package's tarball, in kB. */
// The core has each entry as one bundle, with a source map, for two module systems.
const MOST_PACKED = { [`${SCOPE}/sandbox`]: 4_500, [`${SCOPE}/cli`]: 400, [`${SCOPE}/core`]: 400 };
const MOST_PACKED_OTHERWISE = 150;
/** The maximum size of `node_modules` after the install command, in MB, with the packages of others. */
const MOST_INSTALLED = { [`${SCOPE}/sandbox`]: 80 };
/** Licenses that only require attribution. */
const LICENCES =
  /^\(?(MIT(-0)?|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0)\b/;

const chosen = process.argv.slice(2);

await inScratch('install', async (scratch) => {
  const staged = await stagePackages(join(scratch, 'staged'), repositoryUrl() ?? exampleRepository);
  const packed = join(scratch, 'packed');
  mkdirSync(packed);
  const registry = await startScopeRegistry(staged, packed);
  try {
    for (const each of staged) {
      const { name } = each.manifest;
      if (chosen.length > 0 && !chosen.includes(basename(each.folder))) continue;
      const kilobytes = Math.ceil(registry.sizes.get(name) / 1000);
      const { problems, megabytes } = await install(each, registry.url, join(scratch, 'project'));
      const most = MOST_PACKED[name] ?? MOST_PACKED_OTHERWISE;
      if (kilobytes > most)
        problems.push(`The tarball has ${kilobytes} kB, its budget is ${most}.`);
      console.log(
        `${problems.length > 0 ? 'not ok' : 'ok    '}  ${name}: ${kilobytes} kB packed, ${megabytes} MB installed`,
      );
      for (const problem of problems) console.log(indented(problem));
      if (problems.length > 0) process.exitCode = 1;
    }
  } finally {
    registry.close();
  }
});

/** Installs a package in an empty project by the first such line of its README. */
async function install({ folder, manifest: { name, version } }, registry, projects) {
  const project = join(projects, basename(folder));
  mkdirSync(project, { recursive: true });
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const line = [...readme.matchAll(/npm install [^\n`#)]+/g)]
    .map(([each]) => each.trim())
    .find((each) => each.split(' ').includes(name));
  if (!line) return { problems: ['README.md has no line that installs it.'], megabytes: 0 };
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  writeFileSync(join(project, '.npmrc'), `${SCOPE}:registry=${registry}\n`);
  const args = [...line.split(/\s+/).slice(1), '--no-audit', '--no-fund', '--ignore-scripts'];
  const { ok, output } = await runCommand('npm', args, { cwd: project, timeout: INSTALL_MS });
  if (!ok) return { problems: [`${line} failed:\n${output}`], megabytes: 0 };
  const modules = join(project, 'node_modules');
  const megabytes = Math.ceil(bytesOf(modules) / 1_000_000);
  const installed = manifestIn(join(modules, name)).version;
  const most = MOST_INSTALLED[name] ?? Number.POSITIVE_INFINITY;
  return {
    megabytes,
    problems: [
      ...(installed === version ? [] : [`${line} installs ${installed}, not ${version}.`]),
      ...(megabytes > most ? [`${line} installs ${megabytes} MB, its budget is ${most}.`] : []),
      ...licenceProblems(modules),
    ],
  };
}

function licenceProblems(modules) {
  return packagesIn(modules).flatMap((folder) => {
    const { name, license } = manifestIn(folder);
    if (LICENCES.test(license ?? '')) return [];
    return [`${name} has the license ${JSON.stringify(license)}: replace it, or allow it here.`];
  });
}

/** The folders of the packages in a `node_modules`, those in their own included. */
function packagesIn(modules) {
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  return Object.keys(packages).map((path) => join(modules, '..', path));
}

function manifestIn(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function bytesOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}
