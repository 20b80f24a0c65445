// Packs the packages once, installs the tarballs once in a project outside the repository, as a user would, and runs the checks there:
// those of this Node, or those that are named.
//   node tests/packed/run.mjs [--runtimes | --all] [--report file] [--in folder] [name of a check …]
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { indented, inOrder, runCommand } from '../../.ci/command.mjs';
import { root } from '../../.ci/packages.mjs';
import { inScratch } from '../../.ci/scratch.mjs';
import { installPacked } from '../../.ci/user-project.mjs';
import { checks } from './checks.mjs';
import { startFakeService } from './fake-service.mjs';
import { installRuntime } from './runtimes.mjs';
import { signatureTable } from './signature-table.mjs';

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    /** The checks on other runtimes, and no others. */
    runtimes: { type: 'boolean', default: false },
    /** Every check. */
    all: { type: 'boolean', default: false },
    /** The path of a JSON file for how each check ended. */
    report: { type: 'string' },
    /** A folder to work in, which stays. */
    in: { type: 'string' },
  },
});

function chosenChecks() {
  const unknown = wanted.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) throw new Error(`No check is named ${unknown.join(', ')}.`);
  if (wanted.length > 0) return checks.filter(({ name }) => wanted.includes(name));
  return options.all ? checks : checks.filter(({ runtime }) => !runtime === !options.runtimes);
}

function install(project) {
  const copy = (from, to) => cpSync(join(root, from), join(project, to), { recursive: true });
  copy('tests/packed/project', '.');
  copy('tests/packed/project/consumer.mts', 'consumer.cts');
  copy('tests/published.json', 'published.json');
  copy('tests/support/hold-port.mjs', 'hold-port.mjs');
  copy('README.md', 'README.md');
  // Examples for Jest and Next.js, which the repository itself does not install.
  copy('examples/testing-handlers/jest', 'jest');
  copy('examples/nextjs-route', 'nextjs');
  // Its tests are for Vitest, and next build checks the types of every file.
  rmSync(join(project, 'nextjs/test'), { recursive: true });
  const recipes = 'tests/frameworks/recipes';
  copy(`${recipes}/next-app-router.ts`, 'nextjs/src/app/webhooks/recipe/route.ts');
  copy(`${recipes}/next-pages-router.ts`, 'nextjs/src/pages/api/webhooks/screening.ts');
  copy(`${recipes}/bun.ts`, 'runtimes/bun-recipe.ts');
  writeFileSync(join(project, 'runtimes/signature-table.json'), JSON.stringify(signatureTable));
  return installPacked(project);
}

async function runCheck({ command, runtime, runsSuites, timeout }, project, service) {
  try {
    const given = { '{service}': service.url };
    if (runtime) given['{runtime}'] = await installRuntime(runtime.name, runtime.version);
    const [file, ...args] = command.map((word) => given[word] ?? word);
    const result = await runCommand(file, args, { cwd: project, timeout });
    return runsSuites ? whole(result, runtime) : result;
  } catch (error) {
    return { ok: false, output: error.message };
  }
}

/** A runtime may end quietly while a suite waits, and npm may have put another version first. */
function whole({ ok, stdout, output }, { version }) {
  const [reported, ...lines] = stdout.trimEnd().split('\n');
  // workerd does not report the last number.
  const isPinned = version === reported || version.startsWith(`${reported}.`);
  if (!isPinned) return { ok: false, output: `It must be version ${version}.\n${output}` };
  if (lines.at(-1) === 'all suites ran') return { ok, stdout, output };
  return { ok: false, output: `Not all suites ran.\n${output}` };
}

/** @returns `{ name, status, failure }` for each check. */
async function runIn(folder) {
  const project = join(folder, 'project');
  mkdirSync(project, { recursive: true });
  console.log(`packed and installed: ${(await install(project)).join(', ')}`);
  const service = await startFakeService();
  const chosen = chosenChecks();
  const reported = [];
  try {
    const run = (check) => runCheck(check, project, service);
    for await (const { ok, stdout, output } of inOrder(chosen, run)) {
      const { name, shown } = chosen[reported.length];
      console.log(`${ok ? 'ok' : 'not ok'}  ${name}`);
      if (!ok) console.log(indented(output));
      else if (shown) console.log(indented(stdout));
      reported.push({ name, status: ok ? 'passed' : 'failed', failure: output });
    }
  } finally {
    service.stop();
  }
  return reported;
}

const reported = await (options.in ? runIn(resolve(options.in)) : inScratch('packed', runIn));
const failed = reported.filter(({ status }) => status === 'failed').length;
if (options.report) writeFileSync(options.report, JSON.stringify(reported));
if (failed > 0) process.exitCode = 1;
console.log(`${reported.length - failed} passed, ${failed} failed`);
