// Runs the contracts and the signature matrix of the packed packages on the runtimes that users deploy to.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { indented, inOrder } from '../../.ci/command.mjs';
import { root } from '../../.ci/packages.mjs';
import { installPacked } from '../../.ci/user-project.mjs';
import { startFakeService } from './fake-service.mjs';
import { installRuntime } from './install-runtime.mjs';
import { matrix } from './matrix.mjs';
import { runtimes, suiteNames } from './runtimes.mjs';
import { signatureTable } from './signature-table.mjs';

async function install(project) {
  cpSync(fileURLToPath(new URL('project', import.meta.url)), project, { recursive: true });
  cpSync(join(root, 'tests/frameworks/recipes/bun.ts'), join(project, 'bun-recipe.ts'));
  writeFileSync(join(project, 'signature-table.json'), JSON.stringify(signatureTable));
  await installPacked(project);
}

async function runOn({ name, version, suites, run }) {
  const start = performance.now();
  const outcomes = {};
  const problems = [];
  let reported;
  try {
    const executable = await installRuntime(name, version);
    for await (const result of run(executable, project, service.url)) {
      if (result.version) reported = result.version;
      else outcomes[result.suite] = result;
    }
    if (!isPinned(reported, version)) problems.push(`expected version ${version}, got ${reported}`);
  } catch (error) {
    problems.push(error.message);
  }
  for (const suite of suites) {
    if (!outcomes[suite]) problems.push(`${suite}: did not finish`);
    else if (outcomes[suite].total === 0) problems.push(`${suite}: has no cases`);
  }
  const label = `${name} ${reported ?? `${version}: did not run`}`;
  return { label, suites, outcomes, problems, seconds: (performance.now() - start) / 1000 };
}

// workerd reports its version without the last number.
function isPinned(reported, version) {
  return version === reported || version.startsWith(`${reported}.`);
}

function* failuresOf({ label, outcomes, problems }) {
  for (const problem of problems) yield { name: label, message: problem };
  for (const { suite, failures } of Object.values(outcomes)) {
    for (const { name, message } of failures) {
      yield { name: `${label}, ${suite}: ${name}`, message };
    }
  }
}

const service = await startFakeService();
const project = mkdtempSync(join(tmpdir(), 'screening-webhooks-on-runtimes-'));
let passed = 0;
let failed = 0;

function reportFailure({ name, message }) {
  failed += 1;
  console.log(`not ok  ${name}\n${indented(message)}`);
}

try {
  await install(project);
  const results = [];
  for await (const result of inOrder(runtimes, runOn)) results.push(result);

  console.log(matrix(results, suiteNames).join('\n'));
  for (const result of results) {
    for (const { total, failures } of Object.values(result.outcomes)) {
      passed += total - failures.length;
    }
    for (const failure of failuresOf(result)) reportFailure(failure);
  }
} catch (error) {
  reportFailure({ name: 'packed and installed', message: error.message });
}

service.stop();
if (failed === 0) {
  rmSync(project, { recursive: true });
} else {
  console.log(`The project is kept in ${project}`);
  process.exitCode = 1;
}
console.log(`${passed} passed, ${failed} failed`);
