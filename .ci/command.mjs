import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Runs a command without a terminal and without input. Never rejects: a command that cannot be started has failed.
 *
 * @returns `{ ok, stdout, output }`; `output` is stdout and stderr as they came.
 */
export function runCommand(file, args, { cwd, timeout = 120_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, timeout, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.on('error', (error) => resolve({ ok: false, stdout, output: `${output}${error}\n` }));
    child.on('close', (code, signal) => {
      if (signal) output += `ended by ${signal}, within the limit of ${timeout / 1000} s\n`;
      resolve({ ok: code === 0, stdout, output });
    });
  });
}

/** Processes so many items at once, by default as many as the machine has cores. Yields the results in the order of the items. */
export async function* inOrder(items, work, atOnce = availableParallelism()) {
  const waiting = [...items];
  const running = [];
  const startNext = () => {
    if (waiting.length > 0) running.push(work(waiting.shift()).finally(startNext));
  };
  for (let started = 0; started < atOnce; started += 1) startNext();
  while (running.length > 0) yield await running.shift();
}

/** Indents the output of a command below the line that it belongs to. */
export function indented(text) {
  return text.trimEnd().replace(/^/gm, '    ');
}
