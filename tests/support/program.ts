import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A TypeScript program in a separate process, from its sources. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** The text that it has printed so far. */
  readonly output: () => string;
  /** Resolves with its exit code, and the signal that ended it. */
  readonly ended: Promise<unknown[]>;
}

/** Starts the program of a file. Its stderr goes to the stderr of the tests. */
export function startProgram(file: URL, ...args: readonly string[]): RunningProgram {
  const flags = ['--conditions=@screening-webhooks/source', '--import=tsx', fileURLToPath(file)];
  const child = spawn(process.execPath, [...flags, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Only ends a hang.
    timeout: 240_000,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  // Not `exit`, after which more output may follow.
  return { child, output: () => output, ended: once(child, 'close') };
}

/** Runs the program of a file, which must succeed. Resolves with its output. */
export async function runProgram(file: URL, ...args: readonly string[]): Promise<string> {
  const { output, ended } = startProgram(file, ...args);
  const [code] = await ended;
  if (code !== 0) throw new Error(`${file} has ended with ${code}.`);
  return output();
}
