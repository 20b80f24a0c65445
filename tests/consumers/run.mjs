// Installs the packed tarballs in a project outside the repository, as a user would, and runs the checks there: all, or those named.
//   node tests/consumers/run.mjs [--report file] [name of a check …]
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { indented, inOrder, runCommand } from '../../.ci/command.mjs';
import { root } from '../../.ci/packages.mjs';
import { installPacked } from '../../.ci/user-project.mjs';
import { checks } from './checks.mjs';

async function install(project) {
  cpSync(fileURLToPath(new URL('project', import.meta.url)), project, { recursive: true });
  cpSync(join(root, 'README.md'), join(project, 'README.md'));
  cpSync(join(root, 'tests/support/hold-port.mjs'), join(project, 'hold-port.mjs'));
  cpSync(join(project, 'consumer.mts'), join(project, 'consumer.cts'));
  // An example for users of Jest, which the repository itself does not install.
  cpSync(join(root, 'examples/testing-handlers/jest'), join(project, 'jest'), { recursive: true });
  copyNextApp(join(project, 'nextjs'));
  const names = await installPacked(project);
  writeEntries(project, names);
  return names;
}

/** A module that has every entry of every package, so that the declarations of each are compiled. */
function writeEntries(project, names) {
  const entries = names.flatMap((name) => {
    const file = join(project, 'node_modules', name, 'package.json');
    const { exports = {} } = JSON.parse(readFileSync(file, 'utf8'));
    return Object.keys(exports)
      .filter((entry) => !entry.endsWith('.json'))
      .map((entry) => join(name, entry));
  });
  const write = (file, some) => {
    const lines = some.map((entry, index) => `export * as entry${index} from '${entry}';\n`);
    writeFileSync(join(project, file), lines.join(''));
  };
  for (const file of ['entries.mts', 'entries.cts']) write(file, entries);
  // Nest 12 is an ES module, which older compilers let no CommonJS module require.
  write(
    'entries-without-nest.cts',
    entries.filter((entry) => !entry.includes('nestjs')),
  );
}

// Next.js is not in the lock file of the repository either.
function copyNextApp(app) {
  cpSync(join(root, 'examples/nextjs-route'), app, { recursive: true });
  // Its tests are for Vitest, and next build checks the types of every file.
  rmSync(join(app, 'test'), { recursive: true });
  const recipes = join(root, 'tests/frameworks/recipes');
  cpSync(join(recipes, 'next-app-router.ts'), join(app, 'src/app/webhooks/recipe/route.ts'));
  cpSync(join(recipes, 'next-pages-router.ts'), join(app, 'src/pages/api/webhooks/screening.ts'));
}

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    /** The path of a JSON file for how each check ended. */
    report: { type: 'string' },
  },
});
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) throw new Error(`No check is named ${unknown.join(', ')}.`);
const chosen = wanted.length === 0 ? checks : checks.filter(({ name }) => wanted.includes(name));

const project = mkdtempSync(join(tmpdir(), 'screening-webhooks-consumers-'));
/** What the report file gets: `{ name, status, failure }` for each check. */
const reported = [];

function report(ok, name, output = '') {
  console.log(`${ok ? 'ok' : 'not ok'}  ${name}`);
  if (!ok) console.log(indented(output));
  reported.push({ name, status: ok ? 'passed' : 'failed', failure: output });
}

const names = await install(project);
console.log(`packed and installed: ${names.join(', ')}`);
const run = async ({ program, timeout }) =>
  runCommand(process.execPath, program, { cwd: project, timeout });
let next = 0;
for await (const { ok, output } of inOrder(chosen, run)) {
  const { name, shown = false } = chosen[next++];
  report(ok, name, output);
  if (ok && shown) console.log(indented(output));
}

const failed = reported.filter(({ status }) => status === 'failed').length;
if (options.report) writeFileSync(options.report, JSON.stringify(reported));
if (failed === 0) {
  rmSync(project, { recursive: true });
} else {
  console.log(`The project is kept in ${project}`);
  process.exitCode = 1;
}
console.log(`${reported.length - failed} passed, ${failed} failed`);
