// Installs the packed tarballs in a project outside the repository, as a user would, and runs the checks there.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { indented, inOrder, runCommand } from '../../.ci/command.mjs';
import { root } from '../../.ci/packages.mjs';
import { installPacked } from '../../.ci/user-project.mjs';
import { checks } from './checks.mjs';

async function install(project) {
  cpSync(fileURLToPath(new URL('project', import.meta.url)), project, { recursive: true });
  cpSync(join(root, 'README.md'), join(project, 'README.md'));
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
  const run = async ({ program, timeout }) =>
    runCommand(process.execPath, program, { cwd: project, timeout });
  let next = 0;
  for await (const { ok, output } of inOrder(checks, run)) {
    const { name, shown = false } = checks[next++];
    report(ok, name, output);
    if (ok && shown) console.log(indented(output));
  }
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
