// Installs the packed tarballs in a project outside the repository, as a user would, and runs the checks there.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { indented, inOrder, runCommand } from '../command.mjs';
import { root } from '../packages.mjs';
import { installPacked } from '../user-project.mjs';
import { checks } from './checks.mjs';

async function install(project) {
  cpSync(fileURLToPath(new URL('project', import.meta.url)), project, { recursive: true });
  cpSync(join(project, 'consumer.mts'), join(project, 'consumer.cts'));
  // An example for users of Jest, which the repository itself does not install.
  cpSync(join(root, 'examples/testing-handlers/jest'), join(project, 'jest'), { recursive: true });
  return installPacked(project);
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
