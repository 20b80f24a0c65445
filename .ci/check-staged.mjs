// Checks a package as it is published: its fields, its files, its migrations, its page without a comment and with the
// changelog, and no dead link.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { filesIn } from './cached-build.mjs';
import { anchorsIn, linksIn } from './markdown-links.mjs';
import { manifestOf, root } from './packages.mjs';
import { runbooksIn } from './runbook-links.mjs';

const FIELDS = ['description', 'keywords', 'author', 'license', 'engines'];

/**
 * @param staged A package of `stagePackages`.
 * @param url The repository's URL that it was staged with.
 * @returns the problems, as sentences.
 */
export function problemsOfStaged({ folder, manifest }, url) {
  return [
    ...FIELDS.filter((field) => !manifest[field]).map((field) => `package.json has no ${field}.`),
    ...publishProblems(manifest),
    ...addressProblems(manifest, url),
    ...['LICENSE', 'README.md']
      .filter((file) => !existsSync(join(folder, file)))
      .map((file) => `${file} is missing.`),
    ...migrationProblems(folder),
    ...pageProblems(folder, manifest, url),
    ...alertProblems(folder, url),
    ...macProblems(folder, manifest),
  ];
}

/** A bundle that Node loads has Node's HMAC: the other one is asynchronous, and slower. */
function macProblems(folder, { exports }) {
  return Object.values(exports)
    .flatMap((entry) => [loadedByNode(entry, 'import'), loadedByNode(entry, 'require')])
    .filter((file) => existsSync(join(folder, `${file}.map`)))
    .filter((file) => readFileSync(join(folder, `${file}.map`), 'utf8').includes('mac-web.ts'))
    .map((file) => `${file} has the HMAC of the Web Crypto API, and Node loads it.`);
}

function loadedByNode(entry, format) {
  if (typeof entry === 'string') return entry;
  const condition = Object.keys(entry).find((name) => [format, 'node', 'default'].includes(name));
  return condition && loadedByNode(entry[condition], format);
}

function publishProblems({ private: isPrivate, publishConfig }) {
  const { access, provenance } = publishConfig ?? {};
  if (isPrivate) return ['It is private, so it belongs outside of packages/.'];
  if (access === 'public' && provenance === true) return [];
  return ['package.json: publishConfig must have "access": "public" and "provenance": true.'];
}

/** The addresses that a registry shows, and by which tools find the changelog, must lead to the package in the repository. */
function addressProblems({ name, homepage, bugs, repository }, url) {
  const { type, url: address, directory = '' } = repository ?? {};
  const isIts =
    existsSync(join(root, directory, 'package.json')) &&
    manifestOf(join(root, directory)).name === name;
  return [
    ...(type === 'git' && address === `git+${url}.git` && isIts
      ? []
      : ['package.json: repository does not name the folder of the package.']),
    ...(homepage === `${url}/tree/main/${directory}#readme`
      ? []
      : ['package.json: homepage is not the page of the package.']),
    ...(bugs?.url === `${url}/issues`
      ? []
      : ['package.json: bugs are not those of the repository.']),
  ];
}

/** Drizzle's migrator reads the journal and the SQL. The snapshots are for drizzle-kit, and many times their size. */
function migrationProblems(folder) {
  const journal = 'migrations/meta/_journal.json';
  const source = join(root, 'packages', basename(folder), journal);
  if (!existsSync(source)) return [];
  const { entries } = JSON.parse(readFileSync(source, 'utf8'));
  const needed = [journal, ...entries.map(({ tag }) => `migrations/${tag}.sql`)];
  const packed = filesIn(join(folder, 'migrations')).map((file) => relative(folder, file));
  return [
    ...needed.filter((file) => !packed.includes(file)).map((file) => `${file} is missing.`),
    ...packed.filter((file) => !needed.includes(file)).map((file) => `${file} is read by nobody.`),
  ];
}

function pageProblems(folder, { version }, url) {
  const file = join(folder, 'README.md');
  if (!existsSync(file)) return [];
  const page = readFileSync(file, 'utf8');
  const changelog = `${url}/blob/v${version}/CHANGELOG.md`;
  return [
    ...(linksIn(page).includes(changelog) ? [] : [`README.md has no link to ${changelog}.`]),
    ...(page.includes('<!--')
      ? ['README.md has a comment, which is for this repository only.']
      : []),
    ...linksIn(page)
      .filter((link) => !leadsSomewhere(link, page, url))
      .map((link) => `README.md: ${link} leads nowhere.`),
  ];
}

function alertProblems(folder, url) {
  const file = join(folder, 'prometheus-alerts.yml');
  if (!existsSync(file)) return [];
  return runbooksIn(readFileSync(file, 'utf8'))
    .filter((link) => !leadsSomewhere(link, '', url))
    .map((link) => `prometheus-alerts.yml: ${link} leads nowhere.`);
}

function leadsSomewhere(link, page, url) {
  if (link.startsWith('#')) return anchorsIn(page).has(link.slice(1));
  if (!link.startsWith(`${url}/`)) return /^https?:/.test(link);
  const [, path = '', anchor] =
    link.slice(url.length).match(/^\/(?:blob|raw|tree)\/v[^/]+\/([^#]*)(?:#(.*))?$/) ?? [];
  const target = join(root, path);
  if (path === '' || !existsSync(target)) return false;
  if (anchor === undefined) return true;
  const targetPage = path.endsWith('.md') ? target : join(target, 'README.md');
  return existsSync(targetPage) && anchorsIn(readFileSync(targetPage, 'utf8')).has(anchor);
}
