// Runs the steps of .ci/run, also after a failed one. Imports only modules of Node, so that it starts before `npm ci`.
// .ci/run [--only test,check:source]
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countReport } from './count-report.mjs';
import { spawnTimed } from './cpu-time.mjs';
import { root } from './packages.mjs';
import { build, demo, lists } from './steps.mjs';

// Ends a step that hangs; no step needs nearly as long.
const STEP_MS = 60 * 60_000;
// For what a step has left running, and for the rest of its output.
const AFTER_STEP_MS = 5000;
// Of the output of a failed step that names no failure itself.
const LAST_LINES = 30;

const scratch = mkdtempSync(join(tmpdir(), 'screening-webhooks-ci-'));
const env = { ...process.env };
// Node prints a warning on every start when both are set.
if (env.NO_COLOR) delete env.FORCE_COLOR;

/** The ends of the steps that run. */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const end of running) end();
    process.exit(1);
  });
}

function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/** Runs a program to its end. @returns its output, whether it ended with 0, and its CPU seconds. */
function runProgram(command) {
  return new Promise((resolve) => {
    // A group of its own, so that a step ends with all that it has started.
    const { child, cpuTime } = spawnTimed(command, {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = () => endGroup(child);
    running.add(end);
    let output = '';
    const take = (text) => {
      output += text;
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    const limit = setTimeout(() => {
      take(`The step did not end within ${STEP_MS / 60_000} minutes.\n`);
      end();
    }, STEP_MS);
    child.on('error', (error) => take(`${error}\n`));
    child.on('exit', () => setTimeout(end, AFTER_STEP_MS).unref());
    child.on('close', (code) => {
      clearTimeout(limit);
      running.delete(end);
      const { user, system } = cpuTime();
      resolve({ ok: code === 0, output, cpu: (user + system).toFixed(0) });
    });
  });
}

async function run({ name, command, report }) {
  const file = join(scratch, `${name.replace(/\W+/g, '-')}.json`);
  console.log(`=== ${name}: started`);
  const start = performance.now();
  const { ok, output, cpu } = await runProgram(
    command.map((word) => word.replace('{report}', file)),
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  // At once, because other steps print too.
  console.log(`${output}=== ${name}: ${ok ? 'ok' : 'FAILED'}, ${seconds} s, ${cpu} CPU s\n`);
  return { name, ok, seconds, cpu, output, ...countReport(ok, report, file) };
}

async function runInTurn(steps) {
  const results = [];
  for (const step of steps) results.push(await run(step));
  return results;
}

/** Whether node_modules is current: npm writes its own copy of the lock file when an installation is complete. */
function isInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json');
  const wanted = join(root, 'package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs;
}

/** The steps that were asked for: those that build, and the lists. */
function chosenSteps() {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
  const wanted = values.only?.flatMap((names) => names.split(','));
  if (wanted === undefined) return { first: [demo], chosen: lists };
  const known = [demo, ...lists.flat()].map(({ name }) => name);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`--only: ${unknown.join(', ')} is not a step. The steps: ${known.join(', ')}.`);
    process.exit(2);
  }
  const chosen = lists.map((steps) => steps.filter(({ name }) => wanted.includes(name)));
  if (wanted.includes(demo.name)) return { first: [demo], chosen };
  return { first: chosen.flat().some(({ usesBuild }) => usesBuild) ? [build] : [], chosen };
}

async function runAll({ first, chosen }) {
  const before = isInstalled() ? first : [{ name: 'npm ci', command: ['npm', 'ci'] }, ...first];
  const results = [];
  for (const step of before) {
    results.push(await run(step));
    // Without this one, the others would fail.
    if (!results.at(-1).ok) return results;
  }
  const ofLists = await Promise.all(chosen.map(runInTurn));
  return [...results, ...ofLists.flat()];
}

const start = performance.now();
const results = await runAll(chosenSteps());
rmSync(scratch, { recursive: true });

console.log('=== Summary');
for (const { name, ok, seconds, cpu, passed, failed, skipped, failures, output } of results) {
  const counts = [`${passed} passed`, `${failed} failed`];
  if (skipped) counts.push(`${skipped} skipped`);
  console.log(
    `${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(18)}${seconds.padStart(7)} s ${cpu.padStart(5)} CPU s  ${counts.join(', ')}`,
  );
  const why =
    ok || failures.length > 0 ? failures : output.trimEnd().split('\n').slice(-LAST_LINES);
  for (const line of why) console.log(`          ${line}`);
}
console.log(`${((performance.now() - start) / 60_000).toFixed(1)} minutes`);

const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
if (results.some(({ ok, failed }) => !ok || failed > 0)) process.exitCode = 1;
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
