// Runs all steps of .ci/run, also after a failed one. It imports only modules of Node, so that it starts before `npm ci`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './packages.mjs';

// Ends a step that hangs; no step needs nearly as long.
const STEP_MS = 30 * 60_000;

const scratch = mkdtempSync(join(tmpdir(), 'screening-webhooks-ci-'));
const crashReport = join(scratch, 'crash.json');

const steps = [
  testStep('test'),
  testStep('run', 'test:slow'),
  testStep('run', 'test:postgres'),
  testStep('run', 'test:browser'),
  testStep('run', 'test:prometheus'),
  { name: 'npm run check', args: ['run', 'check'] },
  { name: 'npm start', args: ['start'] },
  { name: 'npm run test:consumers', args: ['run', 'test:consumers'] },
  { name: 'npm run test:runtimes', args: ['run', 'test:runtimes'] },
  {
    name: 'npm run test:crash',
    args: ['run', 'test:crash', '--', '--report', crashReport],
    count: countScenarios,
  },
  // Checks that the lock file is complete. Its output is shown only when it fails.
  { name: 'npm ci --dry-run', args: ['ci', '--dry-run'], quiet: true },
];

/** A step that runs Vitest and counts its tests. @param args Those of npm. */
function testStep(...args) {
  const report = join(scratch, `${args.at(-1).replace(':', '-')}.json`);
  return {
    name: `npm ${args.join(' ')}`,
    args: [...args, '--', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    count: (ok) => countTests(ok, report),
  };
}

const env = { ...process.env };
// Node prints a warning on every start when both are set.
if (env.NO_COLOR) delete env.FORCE_COLOR;

function run({ name, args, count = countStep, quiet = false }) {
  console.log(`\n=== ${name}`);
  const start = performance.now();
  const output = quiet ? 'pipe' : 'inherit';
  const result = spawnSync('npm', args, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', output, output],
    timeout: STEP_MS,
  });
  const ok = result.status === 0;
  if (quiet && !ok) console.log(`${result.stdout}${result.stderr}`);
  if (result.error) console.log(String(result.error));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`=== ${name}: ${ok ? 'ok' : 'FAILED'}, ${seconds} s`);
  return { name, ok, seconds, ...count(ok) };
}

function countStep(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/** Counts each test. A file that failed without a failed test, for example because it did not load, counts as one. */
function countTests(ok, file) {
  if (!existsSync(file)) return countStep(false);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failedFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failed = report.numFailedTests + failedFiles.length;
  return {
    passed: report.numPassedTests,
    // An error outside any test file fails the run too.
    failed: ok ? failed : Math.max(failed, 1),
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failuresOf),
  };
}

/** Each failed test of a file with its first line of why, or the file that did not load. */
function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const file = relative(root, name);
  if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`,
  );
}

function firstLine(text = '') {
  return text.split('\n', 1)[0];
}

/** Counts each scenario of the crash test, the flawed ones included. */
function countScenarios(ok) {
  return existsSync(crashReport) ? JSON.parse(readFileSync(crashReport, 'utf8')) : countStep(ok);
}

/** Whether node_modules is current: npm writes its own copy of the lock file when an installation is complete. */
function isInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json');
  const wanted = join(root, 'package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs;
}

function runAll() {
  if (!isInstalled()) {
    const installation = run({ name: 'npm ci', args: ['ci'] });
    // Without an installation every step would fail.
    if (!installation.ok) return [installation];
  }
  return steps.map(run);
}

const results = runAll();
rmSync(scratch, { recursive: true });

console.log('\n=== Summary');
for (const { name, ok, seconds, passed, failed, skipped, failures = [] } of results) {
  const counts = [`${passed} passed`, `${failed} failed`];
  if (skipped) counts.push(`${skipped} skipped`);
  console.log(
    `${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(24)}${seconds.padStart(7)} s  ${counts.join(', ')}`,
  );
  for (const failure of failures) console.log(`          ${failure}`);
}

const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
if (results.some(({ ok, failed }) => !ok || failed > 0)) process.exitCode = 1;
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
