// Runs steps one after the other, even after a failure, and then repeats red parts. Imports only modules of Node.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { countParts } from './count-report.mjs';
import { spawnTimed } from './cpu-time.mjs';
import { root } from './packages.mjs';
import { inScratch } from './scratch.mjs';

// Ends a step that hangs; no step needs nearly as long.
const STEP_MS = 2 * 60 * 60_000;
// For processes that a step has left running, and for the rest of its output.
const AFTER_STEP_MS = 5000;
// More red parts are not flaky.
const MOST_REPEATED = 5;

/** The functions that end the running programs. */
const running = new Set();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function stop() {
  for (const end of running) end();
  process.exit(1);
}

/**
 * Runs steps, and then repeats each red file, scenario or step without files, alone, in a new process. A part that is green then
 * counts as passed, and as flaky. If there are more than five red parts, none is repeated.
 *
 * @param {import('./steps.mjs').Step[]} steps
 * @returns `{ results, flaky }`. A result is `{ name, step, ok, parts, seconds, cpu, output }`, with the parts of `countParts`. A
 * flaky part is `{ name, failure }`. A required step that stays red is the last.
 */
export function runSteps(steps) {
  return inScratch('ci', (folder) => runIn(folder, steps));
}

async function runIn(folder, steps) {
  const results = [];
  const flaky = [];
  let repeated = 0;

  async function repeat(redOnes) {
    repeated += redOnes.length;
    if (repeated > MOST_REPEATED) return;
    for (const { result, part } of redOnes) {
      const again = await runStep(aloneStep(result.step, part), folder);
      result.seconds += again.seconds;
      result.cpu += again.cpu;
      const isStep = part.name === result.name;
      const now = isStep ? again.parts : again.parts.filter(({ name }) => name === part.name);
      if (!again.ok || now.length === 0) continue;
      flaky.push({ name: part.name, failure: reasonOf(part, result) });
      const others = isStep ? [] : result.parts.filter((other) => other !== part);
      result.parts = [...others, ...now];
    }
  }

  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    for (const step of steps) {
      const result = await runStep(step, folder);
      results.push(result);
      if (!step.required) continue;
      await repeat(redOf(result));
      // Without this step, the others would fail.
      if (redOf(result).length > 0) return { results, flaky };
    }
    await repeat(results.flatMap(redOf));
    return { results, flaky };
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

const redOf = (result) =>
  result.parts.filter(({ failed }) => failed > 0).map((part) => ({ result, part }));

/** The step for a repetition, with only one file or scenario if possible. */
function aloneStep(step, { name }) {
  return name === step.name ? step : { ...step, name, parts: [name] };
}

async function runStep(step, folder) {
  const file = join(folder, `report-${step.name.replace(/\W+/g, '-')}.json`);
  rmSync(file, { force: true });
  const command = [...step.command, ...(step.parts ?? [])].map((word) =>
    word.replace('{report}', file),
  );
  console.log(`=== ${step.name}: started`);
  const start = performance.now();
  const { ok, output, cpu } = await runProgram(command, step.env);
  const seconds = (performance.now() - start) / 1000;
  const figures = `${seconds.toFixed(1)} s, ${cpu.toFixed(0)} CPU s`;
  console.log(`${output}=== ${step.name}: ${ok ? 'ok' : 'FAILED'}, ${figures}\n`);
  return { name: step.name, step, ok, output, seconds, cpu, parts: countParts(step, ok, file) };
}

/** Runs a program to its end. @returns its output, whether it ended with 0, and its CPU seconds. */
function runProgram(command, added) {
  const env = { ...process.env, ...added };
  // Node prints a warning on every start when both are set.
  if (env.NO_COLOR) delete env.FORCE_COLOR;
  return new Promise((resolve) => {
    // A separate process group, so that a step ends together with all processes that it has started.
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
      resolve({ ok: code === 0, output, cpu: user + system });
    });
  });
}

function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has already ended.
  }
}

/** The first failure of a part, without the name of the part, or the last line of the output if it has none. */
function reasonOf({ name, failures: [failure] }, { output }) {
  if (failure === undefined) return output.trimEnd().split('\n').at(-1) ?? '';
  return failure.startsWith(name) ? failure.slice(name.length).replace(/^(: | > )/, '') : failure;
}
