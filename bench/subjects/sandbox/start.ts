import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../../measure/bundle-program.js';
import type { Effort } from '../../measure/effort.js';
import { startNode } from '../../measure/program.js';
import { inTurns } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { againstGoal } from './against-goal.js';

const MOST_MS = 1200;
const MOST_MB = 500;
const COMMAND = 'the command';
const IN_A_THREAD = 'startSandbox()';

const command = fileURLToPath(
  new URL('../../../packages/sandbox/dist/esm/cli/main.js', import.meta.url),
);

/** One start. */
interface Start {
  /** Milliseconds from the start of the process to the first answer. */
  readonly ms: number;
  /** The same from the call of `startSandbox()`. */
  readonly ofCall?: number;
  /** Resident memory after the answer, in megabytes. */
  readonly megabytes: number;
}

/** The start of the command and of `startSandbox()`, each in a new process, to the answer of `GET /healthz`. */
export async function startRows(effort: Effort): Promise<readonly Row[]> {
  if (!existsSync(command)) throw new Error('The sandbox is not built: npm run build.');
  const program = await bundleProgram(new URL('start-program.ts', import.meta.url));
  const starts = await inTurns(effort, [COMMAND, IN_A_THREAD], { rounds: 11 }, (name) =>
    name === COMMAND ? start([command, '--port', '0', '--json']) : start([program]),
  );
  const time = { contest: 'start to first answer', unit: 'ms', most: MOST_MS };
  const memory = { contest: 'resident memory after the start', unit: 'MB', most: MOST_MB };
  const row = (goal: typeof time, program: string, figure: keyof Start, note = ''): Row =>
    againstGoal(
      { ...goal, name: program + note },
      (starts.get(program) ?? []).flatMap((each) => each[figure] ?? []),
    );
  return [
    row(time, COMMAND, 'ms'),
    row(time, IN_A_THREAD, 'ms'),
    row(time, IN_A_THREAD, 'ofCall', ', from the call'),
    row(memory, COMMAND, 'megabytes'),
    row(memory, IN_A_THREAD, 'megabytes'),
  ];
}

/** Starts a program that prints its `url` as JSON, and perhaps the length of its call. */
async function start(args: readonly string[]): Promise<Start> {
  const before = performance.now();
  const program = await startNode(args);
  try {
    const { url, ofCall }: { url: string; ofCall?: number } = JSON.parse(program.first);
    // startSandbox() has been answered already, without a socket.
    if (ofCall === undefined) await answered(url);
    const ms = performance.now() - before;
    const kilobytes = Number(
      execFileSync('ps', ['-o', 'rss=', '-p', String(program.pid)], { encoding: 'utf8' }),
    );
    return { ms, ...(ofCall !== undefined && { ofCall }), megabytes: (kilobytes * 1024) / 1e6 };
  } finally {
    await program.end();
  }
}

async function answered(url: string): Promise<void> {
  const { status } = await fetch(`${url}/healthz`);
  if (status !== 200) throw new Error(`GET /healthz was answered with ${status}.`);
}
