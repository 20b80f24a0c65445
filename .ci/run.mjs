// The steps behind .ci/run: all of them, whatever the ones before said. Only modules of Node, so that it starts before
// anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './packages.mjs';

// Far above what any step needs: it ends a run that hangs.
const STEP_MS = 15 * 60_000;

const scratch = mkdtempSync(join(tmpdir(), 'screening-webhooks-ci-'));
const testReport = join(scratch, 'tests.json');
const crashReport = join(scratch, 'crash.json');

const steps = [
  {
    name: 'npm test',
    args: [
      'test',
      '--',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${testReport}`,
    ],
    count: countTests,
  },
  { name: 'npm run check', args: ['run', 'check'] },
  { name: 'npm start', args: ['start'] },
  { name: 'npm run test:consumers', args: ['run', 'test:consumers'] },
  { name: 'npm run test:runtimes', args: ['run', 'test:runtimes'] },
  {
    name: 'npm run test:crash',
    args: ['run', 'test:crash', '--', '--report', crashReport],
    count: countLanes,
  },
  // Whether the lock file is complete. On success it says nothing of interest, at length.
  { name: 'npm ci --dry-run', args: ['ci', '--dry-run'], quiet: true },
];

const env = { ...process.env };
// Node warns on every start when both are set.
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

/** Counts each test; a file that failed without a failed test (it does not load, say) is one more. */
function countTests(ok) {
  if (!existsSync(testReport)) return countStep(false);
  const report = JSON.parse(readFileSync(testReport, 'utf8'));
  const failedFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failed = report.numFailedTests + failedFiles.length;
  return {
    passed: report.numPassedTests,
    // An error outside any file fails the run too.
    failed: ok ? failed : Math.max(failed, 1),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts each lane of the crash proof, and each flawed one that had to be found. */
function countLanes(ok) {
  return existsSync(crashReport) ? JSON.parse(readFileSync(crashReport, 'utf8')) : countStep(ok);
}

/** npm writes its own copy of the lock file when an installation is complete. */
function isInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json');
  const wanted = join(root, 'package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs;
}

function runAll() {
  if (!isInstalled()) {
    const installation = run({ name: 'npm ci', args: ['ci'] });
    // Every step would fail for this one reason.
    if (!installation.ok) return [installation];
  }
  return steps.map(run);
}

const results = runAll();
rmSync(scratch, { recursive: true });

console.log('\n=== Summary');
for (const { name, ok, seconds, passed, failed, skipped } of results) {
  const counts = [`${passed} passed`, `${failed} failed`];
  if (skipped) counts.push(`${skipped} skipped`);
  console.log(
    `${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(24)}${seconds.padStart(7)} s  ${counts.join(', ')}`,
  );
}

const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
if (results.some(({ ok, failed }) => !ok || failed > 0)) process.exitCode = 1;
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
