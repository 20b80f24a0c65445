// Runs what each change must pass. Imports only modules of Node, so that it starts before `npm ci`.
//   --only test,check:source   some of its steps
//   --all                      what `npm run test:all` runs, or with --only some of its steps
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './packages.mjs';
import { runSteps } from './run-steps.mjs';
import { all, build, gate, gateBudget, install } from './steps.mjs';

// Of the output of a failed step that names no failure itself.
const LAST_LINES = 30;
const FLAKY = join(root, 'tests/flaky.md');

const { values: options } = parseArgs({
  options: { only: { type: 'string', multiple: true }, all: { type: 'boolean', default: false } },
});

/** Whether node_modules is current: npm writes its own copy of the lock file when an installation is complete. */
function isInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json');
  const wanted = join(root, 'package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs;
}

function chosenSteps() {
  const steps = options.all ? all : gate;
  const wanted = options.only?.flatMap((names) => names.split(','));
  if (wanted === undefined) return steps;
  const known = steps.map(({ name }) => name);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`--only: ${unknown.join(', ')} is not a step. The steps: ${known.join(', ')}.`);
    process.exit(2);
  }
  const chosen = steps.filter(({ name }) => wanted.includes(name));
  return chosen.some(({ usesBuild }) => usesBuild) ? [build, ...chosen] : chosen;
}

const sum = (parts, key) => parts.reduce((total, part) => total + part[key], 0);

function printResult({ name, parts, seconds, cpu, output }) {
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((key) => sum(parts, key));
  const counts = [`${passed} passed`, `${failed} failed`];
  if (skipped > 0) counts.push(`${skipped} skipped`);
  const figures = `${seconds.toFixed(1).padStart(7)} s ${cpu.toFixed(0).padStart(5)} CPU s`;
  const label = failed > 0 ? 'FAILED' : 'ok    ';
  console.log(`${label}  ${name.padEnd(18)}${figures}  ${counts.join(', ')}`);
  if (failed === 0) return;
  const failures = parts.flatMap((part) => part.failures);
  const why = failures.length > 0 ? failures : output.trimEnd().split('\n').slice(-LAST_LINES);
  for (const line of why) console.log(`          ${line}`);
}

/** Says how far a figure is from its budget. */
function printBudget(name, figure, budget, unit) {
  const over = figure - budget;
  const distance = `${Math.abs(over).toFixed(1)} ${over > 0 ? 'over' : 'below'}`;
  console.log(`${name}: ${figure.toFixed(1)} ${unit}, ${distance} its budget of ${budget}`);
}

/** Reports a flaky part, and adds it to the list of flaky tests. */
function reportFlaky({ name, failure }) {
  const known = readFileSync(FLAKY, 'utf8').includes(`\`${name}\``);
  console.log(`FLAKY ${name}: ${failure}`);
  if (known) console.log('      It is in tests/flaky.md already: mend it before anything else.');
  const date = new Date().toISOString().slice(0, 10);
  appendFileSync(FLAKY, `- ${date} \`${name}\`: ${failure}\n`);
}

const start = performance.now();
const steps = chosenSteps();
const { results, flaky } = await runSteps(isInstalled() ? steps : [install, ...steps]);

console.log('=== Summary');
for (const result of results) printResult(result);
const minutes = (performance.now() - start) / 60_000;
const cpu = sum(results, 'cpu');
console.log(`${minutes.toFixed(1)} minutes, ${cpu.toFixed(0)} CPU s`);
for (const { name, step, cpu: used } of results) {
  if (step.budget) printBudget(name, used, step.budget, 'CPU s');
}
if (steps === gate) {
  printBudget('.ci/run', cpu, gateBudget.cpu, 'CPU s');
  printBudget('.ci/run', minutes, gateBudget.minutes, 'minutes');
}
for (const each of flaky) reportFlaky(each);

const parts = results.flatMap((result) => result.parts);
const failed = sum(parts, 'failed');
if (failed > 0) process.exitCode = 1;
console.log(`\n${sum(parts, 'passed')} passed, ${failed} failed`);
