// Compares the names that users depend on with tests/published.json: exports, options, flags, exit codes, keys of `--json`, the
// OpenAPI, statuses, outcomes, scripts. New names are free. With --write, writes the list.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';
import { collectPublished } from './published.mjs';

const file = join(root, 'tests/published.json');
const isWrite = process.argv.includes('--write');
const CURE =
  'Say it in CHANGELOG.md, Unreleased: what is gone under Removed, the others under Changed, each name in backticks. Then: npm run generate:published';

/** @returns the differences: `added`, the paths of new names, and `lost`, the paths that are gone or have another meaning. */
function compare(before, after, path = []) {
  const differences = { added: [], lost: [] };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]];
    const inner = [...path, name];
    if (old === undefined) differences.added.push(inner);
    else if (typeof old === 'object' && typeof now === 'object') {
      const { added, lost } = compare(old, now, inner);
      differences.added.push(...added);
      differences.lost.push(...lost);
    } else if (old !== now) differences.lost.push({ path: inner, old, now });
  }
  return differences;
}

/** The name that a change log has for an entry: `lease` of `ReceiverOptions.lease`, `/v1/files` of `POST /v1/files 404`. */
function nameOf(path) {
  const [key, value] = path.at(-1).split(' = ');
  const words = key.split(': ')[0].split(' ');
  const word = words.findLast((each) => !/^\d+$/.test(each)) ?? key;
  const bare = word.replace(/^[?:]|(\[\])+$/g, '');
  return value ?? (/^[/@]/.test(bare) ? bare : bare.split('.').at(-1));
}

/** @returns a function that tells whether the change log says of an entry that it is gone, or that it has changed. */
function readChangeLog() {
  const releases = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const unreleased = releases.find((release) => release.startsWith('Unreleased')) ?? '';
  const parts = unreleased.split(/^### /m);
  return ({ path, now }) => {
    const heading = now === undefined ? 'Removed' : 'Changed';
    const code = parts.find((part) => part.startsWith(heading))?.match(/`[^`]+`/g) ?? [];
    const name = nameOf(path).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return code.some((each) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(each));
  };
}

function describe({ path, old, now }) {
  const text = (value) => (typeof value === 'object' ? 'names' : JSON.stringify(value));
  return `${path.join(' > ')}: was ${text(old)}, ${now === undefined ? 'is gone' : `is ${text(now)}`}`;
}

// Servers run here: this ends a wait that nothing else ends.
setTimeout(() => {
  throw new Error('The published names took more than two minutes to collect.');
}, 120_000).unref();

const list = JSON.parse(readFileSync(file, 'utf8'));
const { published, problems } = await collectPublished();
const { added, lost } = compare(list, published);
const isTold = readChangeLog();
const refused = isWrite ? lost.filter((each) => !isTold(each)) : lost;
const missing = isWrite ? [] : added.filter((path) => path.length === 1);
for (const each of refused) console.error(describe(each));
for (const [part] of missing)
  console.error(`${part}: the list lacks it. npm run generate:published`);
for (const each of problems) console.error(each);
if (refused.length > 0) {
  console.error(`\n${refused.length} published names are gone or mean something else. ${CURE}`);
}
if (refused.length + missing.length + problems.length > 0) process.exitCode = 1;
else if (isWrite) {
  writeFileSync(file, `${JSON.stringify(published, null, 2)}\n`);
  const counts = `${added.length} added, ${lost.length} changed or removed`;
  console.log(`tests/published.json is written: ${counts}.`);
} else {
  for (const path of added) console.log(`new: ${path.join(' > ')}`);
  const hint =
    added.length > 0 ? ' To add what is new to the list: npm run generate:published' : '';
  console.log(`No published name is gone or means something else.${hint}`);
}
