// npm run mutate:laws: breaks one law at a time in a copy of the repository, where a test of `npm test` must fail. The mutants
// are in law-mutants.tsv; how to run it: docs/mutation.md.
//   --only <text>  those mutants whose law or name has this text
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { indented, runCommand } from '../command.mjs';
import { root } from '../packages.mjs';
import { inScratch } from '../scratch.mjs';
import { mutants } from './law-mutants.mjs';

const RUN_MS = 900_000;
// The timeout of tests and hooks in the copy, in place of a quarter of an hour: some mutants make them wait forever.
const TEST_TIMEOUT = 'Timeout: 45_000';
// Vitest caches compiled files, so a run only compiles the mutant.
const CACHED = ['--experimental.fsModuleCache', '--experimental.fsModuleCachePath=.compiled'];

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });

/** Copies the files that git tracks or would add, and links the installed packages. */
async function copyTo(folder) {
  const { stdout } = await runCommand('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
  });
  const files = stdout.split('\n').filter((file) => file && existsSync(join(root, file)));
  for (const file of files) cpSync(join(root, file), join(folder, file));
  for (const file of files.filter((name) => /(^|\/)package\.json$/.test(name))) {
    const modules = join(dirname(file), 'node_modules');
    if (existsSync(join(root, modules))) linkModules(join(root, modules), join(folder, modules));
  }
}

/** Shortens the timeouts of tests and hooks. For projects, Vitest ignores the command line's timeout for hooks. */
function shortenTimeouts(folder) {
  const file = join(folder, 'vitest.workspace.ts');
  const text = readFileSync(file, 'utf8');
  const shorter = text.replaceAll(/Timeout: 900_000/g, TEST_TIMEOUT);
  if (shorter === text) throw new Error('vitest.workspace.ts has other timeouts.');
  writeFileSync(file, shorter);
}

/** Links each package of a `node_modules`. Links within the repository stay relative, so that they lead into the copy. */
function linkModules(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name.startsWith('@')) linkModules(source, target);
    // The copy makes its own builds, from mutants.
    else if (entry.name === '.cache') cpSync(source, target, { recursive: true });
    else if (!entry.name.startsWith('.v')) symlinkSync(source, target);
  }
}

/** Runs Vitest with these files, or arguments. @returns `{ ok, failed, output }`; `failed` names the first test that failed, if one did. */
async function runTests(folder, files) {
  const report = join(folder, 'report.json');
  // A run that crashes writes no report, and must not read the report of the previous mutant.
  rmSync(report, { force: true });
  const { ok, output } = await runCommand(
    join(folder, 'node_modules/.bin/vitest'),
    ['run', ...CACHED, '--reporter=json', `--outputFile=${report}`, ...files],
    { cwd: folder, timeout: RUN_MS },
  );
  const { testResults } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { testResults: [] };
  const failed = testResults.flatMap(({ name, message, assertionResults }) => {
    const test = assertionResults.find(({ status }) => status === 'failed');
    const file = relative(folder, name);
    return test ? [{ file, test: test.fullName, why: test.failureMessages[0] ?? message }] : [];
  });
  return { ok, failed: failed.at(0), output };
}

/** @throws Error for a mutant whose text does not occur exactly once, or whose tests `npm test` does not run. */
function check({ name, file, find, tests }, ofNpmTest) {
  const times = readFileSync(join(root, file), 'utf8').split(find).length - 1;
  if (times !== 1) throw new Error(`${name}: its text is ${times} times in ${file}.`);
  const other = tests.find((test) => !ofNpmTest.has(test));
  if (other) throw new Error(`${name}: npm test does not run ${other}.`);
}

async function filesOfNpmTest(folder) {
  const { ok, stdout, output } = await runCommand(
    join(folder, 'node_modules/.bin/vitest'),
    ['list', '--filesOnly', '--json'],
    { cwd: folder },
  );
  if (!ok) throw new Error(`vitest list failed:\n${output}`);
  return new Set(JSON.parse(stdout).map(({ file }) => relative(folder, file)));
}

/** Runs the tests of a mutant. @returns the test that has failed, or undefined when none did. */
async function run(mutant, folder) {
  const path = join(folder, mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(mutant.find, () => mutant.replace),
  );
  try {
    const first = await runTests(folder, [...mutant.tests, '--bail=1']);
    // If two projects run a file, an aborted run may report neither.
    const isUnclear = !first.ok && !first.failed;
    const { ok, failed, output } = isUnclear ? await runTests(folder, mutant.tests) : first;
    // Any test would kill a mutant that does not load.
    if (!ok && !failed)
      throw new Error(`${mutant.name}: no test has failed, but the run:\n${output}`);
    return failed;
  } finally {
    writeFileSync(path, text);
  }
}

await inScratch('laws', async (scratch) => {
  // Vitest reports real paths.
  const folder = realpathSync(scratch);
  await copyTo(folder);
  shortenTimeouts(folder);
  const chosen = mutants.filter(({ law, name }) => `${law} ${name}`.includes(options.only));
  const ofNpmTest = await filesOfNpmTest(folder);
  for (const mutant of chosen) check(mutant, ofNpmTest);

  const before = await runTests(folder, [...new Set(chosen.flatMap(({ tests }) => tests))]);
  if (!before.ok) throw new Error(`Without a mutant, the tests fail:\n${before.output}`);

  let died = 0;
  for (const mutant of chosen) {
    const since = performance.now();
    const killer = await run(mutant, folder);
    const seconds = Math.round((performance.now() - since) / 1000);
    if (killer) died += 1;
    const how = killer ? `died by ${killer.file}: ${killer.test}` : 'SURVIVED';
    console.log(`${mutant.law}: ${mutant.name}\n${indented(`${how} (${seconds} s)`)}`);
  }
  console.log(`\n${died} died, ${chosen.length - died} survived`);
  if (died < chosen.length) process.exitCode = 1;
});
