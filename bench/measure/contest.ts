import type { Effort } from './effort.js';
import { inTurns, type Rounds } from './rounds.js';
import type { Row } from './row.js';
import { type Heading, type RowsOptions, rowsOf, secondRun } from './rows-of.js';

/** One way to do the work; asynchronous work is awaited. */
export type Candidate = () => unknown;

// Turns are short, so that a disturbance hits all turns of a round. In turns of 2 ms, refilling the caches after the turn
// before would be several percent.
const TURN_MS = 8;
const ROUNDS = { rounds: 61, warmUp: 5 };
// For calls that take longer than a turn.
const LONG_ROUNDS = { rounds: 31, warmUp: 2 };

/** Measures candidates beside the first of them, which runs twice. */
export async function contest(
  effort: Effort,
  heading: Heading,
  candidates: Readonly<Record<string, Candidate>>,
  pairs: RowsOptions['pairs'] = [],
): Promise<readonly Row[]> {
  const [baseline = ''] = Object.keys(candidates);
  const times = await timesOf(effort, candidates, baseline);
  return rowsOf(heading, times, baseline, { pairs });
}

/** CPU time of a call in microseconds, garbage collection included. The baseline is measured twice. */
export async function timesOf(
  effort: Effort,
  candidates: Readonly<Record<string, Candidate>>,
  baseline: string,
): Promise<Rounds> {
  const loops = new Map<string, Loop>();
  for (const [name, run] of Object.entries(candidates)) loops.set(name, await loopOf(effort, run));
  const first = candidates[baseline];
  loops.set(secondRun(baseline), await loopOf(effort, () => first?.()));

  const isLong = [...loops.values()].some(({ calls }) => calls === 1);
  return inTurns(effort, [...loops.keys()], isLong ? LONG_ROUNDS : ROUNDS, async (name) => {
    const loop = loops.get(name);
    if (!loop) throw new Error(`Unknown candidate ${name}.`);
    return ((await millisOf(loop)) * 1000) / loop.calls;
  });
}

interface Loop {
  readonly body: (sink: object, run: Candidate, calls: number) => Promise<void>;
  readonly run: Candidate;
  readonly calls: number;
}

/** The compiled loop of a candidate, with the number of calls in a turn. */
async function loopOf(effort: Effort, run: Candidate): Promise<Loop> {
  const wait = run() instanceof Promise ? 'await ' : '';
  // Each candidate has its own compiled loop: V8 optimizes a call site for its callees, and a shared loop would slow all.
  const compiled = new Function(
    'sink',
    'run',
    'calls',
    `return (async () => { for (let call = 0; call < calls; call += 1) sink.result = ${wait}run(); })();`,
  );
  const body: Loop['body'] = (target, candidate, calls) => compiled(target, candidate, calls);
  for (let calls = 1; ; calls *= 2) {
    const loop = { body, run, calls };
    if (effort === 'quick') return loop;
    // The shortest of three, so that one interruption does not make a turn of a few calls.
    const millis = Math.min(await millisOf(loop), await millisOf(loop), await millisOf(loop));
    if (millis >= TURN_MS) return { ...loop, calls: Math.ceil((calls * TURN_MS) / millis) };
  }
}

// Results are stored, so that the compiler cannot drop a call whose result is unused.
const sink = {};

// CPU time, because a busy machine interrupts many turns. It includes the threads of the garbage collector.
async function millisOf({ body, run, calls }: Loop): Promise<number> {
  const before = process.cpuUsage();
  await body(sink, run, calls);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
