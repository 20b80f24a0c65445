import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleProgram } from '../../measure/bundle-program.js';
import { cpuSecondsOf, tellsCpu } from '../../measure/cpu-of.js';
import type { Effort } from '../../measure/effort.js';
import { startNode } from '../../measure/program.js';
import { inTurns, mapRounds, medianOf } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { rowsOf, secondRun } from '../../measure/rows-of.js';
import { againstGoal } from './against-goal.js';
import { command } from './command.js';

const MOST_MB = 500;
/** Limits of the command, which sets its own V8 flags. */
const MOST_MB_OF_COMMAND = 400;
const MOST_CPU_OF_COMMAND = 2.3;
const COMMAND = 'the command';
const IN_A_THREAD = 'startSandbox()';
const BY_HAND = 'PGlite by hand';
// Measured: 0.50 to 0.52.
const OF_BY_HAND = 0.45;

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
  const byHand = await bundleProgram(new URL('start-by-hand-program.ts', import.meta.url));
  const programs: Readonly<Record<string, readonly string[]>> = {
    [BY_HAND]: [byHand],
    [secondRun(BY_HAND)]: [byHand],
    [COMMAND]: [file, '--port', '0', '--json'],
    [IN_A_THREAD]: [program],
  };
  const starts = await inTurns(effort, Object.keys(programs), { rounds: 11 }, (name) =>
    start(programs[name] ?? []),
  );
  const figures = (name: string, figure: keyof Start): readonly number[] =>
    (starts.get(name) ?? []).flatMap((each) => each[figure] ?? []);
  const times = new Map([
    ...mapRounds(starts, ({ ms }) => ms),
    [`${IN_A_THREAD}, from the call`, figures(IN_A_THREAD, 'ofCall')],
  ]);
  const cpu = {
    contest: 'CPU of the start and two seconds',
    unit: 'CPU s',
    most: MOST_CPU_OF_COMMAND,
  };
  const memory = { contest: 'resident memory after the start', unit: 'MB', most: MOST_MB };
  const row = (goal: typeof cpu, name: string, figure: keyof Start): Row =>
    againstGoal({ ...goal, name }, figures(name, figure));
  return [
    ...rowsOf({ subject: 'sandbox', contest: 'start to first answer' }, times, BY_HAND, {
      pairs: [COMMAND, IN_A_THREAD].map((name) => ({ name, against: BY_HAND, budget: OF_BY_HAND })),
      figuresOf: (name) => ({ ms: medianOf(times, name) }),
    }),
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
