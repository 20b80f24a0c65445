import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { bundleProgram } from './bundle-program.js';
import type { Effort } from './effort.js';

/** A process that runs until it is ended. */
export interface RunningProgram {
  readonly pid: number | undefined;
  /** The line that it printed when it was ready. */
  readonly first: string;
  /** The next line that it prints. */
  line(): Promise<string>;
  write(line: string): void;
  /** Resolves when the process is gone. */
  end(): Promise<void>;
}

/** Starts a program of this folder, and resolves when it has printed its first line. */
export async function startProgram(
  program: URL,
  ...args: readonly string[]
): Promise<RunningProgram> {
  return startNode([await bundleProgram(program), ...args]);
}

/** Starts Node, and resolves when the process has printed its first line. */
export async function startNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunningProgram> {
  const child = spawn(process.execPath, args, { env });
  const ended = endOf(child);
  const complaints = text(child.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done) throw failure(args, await complaints);
    return value;
  };
  return {
    pid: child.pid,
    first: await line(),
    line,
    write: (each) => child.stdin.write(`${each}\n`),
    async end() {
      child.kill();
      await ended;
    },
  };
}

/** Settings for a program that ends by itself. */
interface Run {
  readonly effort: Effort;
  /** The runtime and its arguments. Default: this Node. */
  readonly command?: readonly [string, ...string[]];
  readonly args?: readonly string[];
}

/** Runs a program of this folder to its end, with the effort as its first argument. Resolves with its output. */
export async function runProgram(
  program: URL,
  { effort, command = [process.execPath], args = [] }: Run,
): Promise<string> {
  const [executable, ...flags] = command;
  const all = [...flags, await bundleProgram(program), effort, ...args];
  const child = spawn(executable, all);
  child.stdin.end();
  const [code, output, complaints] = await Promise.all([
    endOf(child),
    text(child.stdout),
    text(child.stderr),
  ]);
  if (code !== 0) throw failure(all, complaints);
  return output;
}

async function endOf(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  const [code]: (number | null)[] = await once(child, 'close');
  return code ?? null;
}

/** Names the program by its file, and the error that it printed. */
function failure(args: readonly string[], complaints: string): Error {
  const program = basename(args.find((arg) => /\.m?js$/.test(arg)) ?? args.join(' '));
  const reason = /^\w*Error\b.*$/m.exec(complaints)?.[0] ?? 'It printed no error.';
  return new Error(`${program} has ended. ${reason}`, { cause: complaints });
}
