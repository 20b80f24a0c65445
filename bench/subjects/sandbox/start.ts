import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleProgram } from '../../measure/bundle-program.js';
import { cpuSecondsOf, tellsCpu } from '../../measure/cpu-of.js';
import type { Effort } from '../../measure/effort.js';
import { startNode } from '../../measure/program.js';
import { inTurns } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { againstGoal } from './against-goal.js';
import { command } from './command.js';

const MOST_MS = 1200;
const MOST_MB = 500;
/** Limits of the command, which sets its own V8 flags. */
const MOST_MB_OF_COMMAND = 400;
const MOST_CPU_OF_COMMAND = 2.3;
const COMMAND = 'the command';
const IN_A_THREAD = 'startSandbox()';

// V8 continues to compile for a while.
const IDLE_MS = 2000;

/** One start. */
interface Start {
  /** Milliseconds from the start of the process to the first answer. */
  readonly ms: number;
  /** Milliseconds from the call of `startSandbox()` to the first answer. */
  readonly ofCall?: number;
  /** Resident memory after the answer, in megabytes. */
  readonly megabytes: number;
  /** CPU seconds of the process, {@link IDLE_MS} after the answer. */
  readonly cpu?: number;
}

/** The start of the command and of `startSandbox()`, each in a new process, to the answer of `GET /healthz`. */
export async function startRows(effort: Effort): Promise<readonly Row[]> {
  const file = command();
  const program = await bundleProgram(new URL('start-program.ts', import.meta.url));
  const starts = await inTurns(effort, [COMMAND, IN_A_THREAD], { rounds: 11 }, (name) =>
    name === COMMAND ? start([file, '--port', '0', '--json']) : start([program]),
  );
  const time = { contest: 'start to first answer', unit: 'ms', most: MOST_MS };
  const cpu = {
    contest: 'CPU of the start and two seconds',
    unit: 'CPU s',
    most: MOST_CPU_OF_COMMAND,
  };
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
    ...(tellsCpu ? [row(cpu, COMMAND, 'cpu')] : []),
    row({ ...memory, most: MOST_MB_OF_COMMAND }, COMMAND, 'megabytes'),
    row(memory, IN_A_THREAD, 'megabytes'),
  ];
}

/** Starts a program that prints its `url` as JSON, and optionally the duration of its call. */
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
    const megabytes = (kilobytes * 1024) / 1e6;
    if (ofCall !== undefined) return { ms, ofCall, megabytes };
    if (!tellsCpu) return { ms, megabytes };
    await sleep(IDLE_MS);
    return { ms, megabytes, cpu: cpuSecondsOf(program.pid) };
  } finally {
    await program.end();
  }
}

async function answered(url: string): Promise<void> {
  const { status } = await fetch(`${url}/healthz`);
  if (status !== 200) throw new Error(`GET /healthz was answered with ${status}.`);
}
