import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../../measure/bundle-program.js';
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
export async function startRows(): Promise<readonly Row[]> {
  const program = await bundleProgram(new URL('start-program.ts', import.meta.url));
  const starts = await inTurns([COMMAND, IN_A_THREAD], { rounds: 11 }, (name) =>
    name === COMMAND ? start([command, '--port', '0', '--json']) : start([program]),
  );
  const figures = (name: string, figure: (start: Start) => number | undefined): number[] =>
    (starts.get(name) ?? []).flatMap((each) => figure(each) ?? []);
  const time = { contest: 'start to first answer', unit: 'ms', most: MOST_MS };
  const memory = { contest: 'resident memory after the start', unit: 'MB', most: MOST_MB };
  return [
    againstGoal(
      { ...time, name: COMMAND },
      figures(COMMAND, ({ ms }) => ms),
    ),
    againstGoal(
      { ...time, name: IN_A_THREAD },
      figures(IN_A_THREAD, ({ ms }) => ms),
    ),
    againstGoal(
      { ...time, name: `${IN_A_THREAD}, from the call` },
      figures(IN_A_THREAD, ({ ofCall }) => ofCall),
    ),
    againstGoal(
      { ...memory, name: COMMAND },
      figures(COMMAND, ({ megabytes }) => megabytes),
    ),
    againstGoal(
      { ...memory, name: IN_A_THREAD },
      figures(IN_A_THREAD, ({ megabytes }) => megabytes),
    ),
  ];
}

/** Starts a program that prints its `url` as JSON, and perhaps the length of its call. */
async function start(args: readonly string[]): Promise<Start> {
  const before = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
    const { url, ofCall }: { url: string; ofCall?: number } = JSON.parse(String(line[0]));
    // startSandbox() has been answered already, without a socket.
    if (ofCall === undefined) await answered(url);
    const ms = performance.now() - before;
    const kilobytes = Number(
      execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }),
    );
    return { ms, ...(ofCall !== undefined && { ofCall }), megabytes: (kilobytes * 1024) / 1e6 };
  } finally {
    child.kill();
    await ended;
  }
}

async function answered(url: string): Promise<void> {
  const { status } = await fetch(`${url}/healthz`);
  if (status !== 200) throw new Error(`GET /healthz was answered with ${status}.`);
}
