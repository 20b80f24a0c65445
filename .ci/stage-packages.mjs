// Copies each package as it is published into a folder: the files that npm would pack, the license, a manifest with its
// author and its addresses and without what only this repository needs, and a README without comments, with a link to the
// changelog. Links work outside of the repository.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { runCommand } from './command.mjs';
import { isRelative, replaceLinks } from './markdown-links.mjs';
import { manifestOf, publishedPackages, root } from './packages.mjs';
import { repositoryFields } from './repository.mjs';
import { replaceRunbooks } from './runbook-links.mjs';

/**
 * @param destination An existing folder; each package gets a folder in it.
 * @param url The repository's URL, which the manifests name and the links lead to.
 * @returns the packages, with their folders in the destination.
 */
export async function stagePackages(destination, url) {
  const packages = publishedPackages();
  const folders = packages.map(({ folder }) => folder);
  const { ok, stdout, output } = await runCommand(
    'npm',
    ['pack', '--dry-run', '--json', ...folders],
    {
      cwd: root,
    },
  );
  if (!ok) throw new Error(`npm pack failed:\n${output}`);
  const listed = new Map(JSON.parse(stdout).map(({ name, files }) => [name, files]));
  return packages.map(({ folder, manifest }) => {
    const staged = join(destination, basename(folder));
    for (const { path } of listed.get(manifest.name)) copy(folder, staged, path);
    copyFileSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
    const published = publishedManifest(manifest, folder, url);
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
    const page = join(staged, 'README.md');
    if (existsSync(page)) finishPage(page, relative(folder, join(root, 'CHANGELOG.md')));
    rewriteLinks(staged, (link) => addressOf(link, folder, url, `v${manifest.version}`));
    return { folder: staged, manifest: published };
  });
}

/** The part of a GitHub address that selects the view: the picture itself, not its page. */
function kindOf(target) {
  if (statSync(target).isDirectory()) return 'tree';
  return /\.(png|svg)$/.test(target) ? 'raw' : 'blob';
}

function copy(from, to, path) {
  mkdirSync(dirname(join(to, path)), { recursive: true });
  copyFileSync(join(from, path), join(to, path));
}

// Without scripts and development dependencies, which are of no use outside of the repository.
function publishedManifest({ scripts, devDependencies, ...manifest }, folder, url) {
  return { ...manifest, author: manifestOf(root).author, ...repositoryFields(url, folder) };
}

// Comments are for the checks of this repository, such as the declarations that a block is compiled with. A reader of npm's page
// has no other way to the changelog.
function finishPage(file, changelog) {
  const page = readFileSync(file, 'utf8').replaceAll(/^<!--.*?-->\n/gms, '');
  writeFileSync(file, `${page.trimEnd()}\n\n[Changelog](${changelog})\n`);
}

// The files of a package that link to others, and how to replace the links in each.
const LINKING = {
  'README.md': replaceLinks,
  'prometheus-alerts.yml': replaceRunbooks,
};

function rewriteLinks(staged, address) {
  for (const [name, replace] of Object.entries(LINKING)) {
    const file = join(staged, name);
    if (existsSync(file)) writeFileSync(file, replace(readFileSync(file, 'utf8'), address));
  }
}

/** @returns the address of a link at the version's tag, where it stays as it is even when files move. */
function addressOf(link, folder, url, tag) {
  if (!isRelative(link) || link.startsWith('#')) return link;
  const [path, anchor] = link.split('#');
  const target = normalize(join(folder, path));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  return `${url}/${kindOf(target)}/${tag}/${relative(root, target)}${hash}`;
}
