import { inTurns, type Rounds } from './rounds.js';
import type { Row } from './row.js';
import { again, type Heading, type RowsOptions, rowsOf } from './rows-of.js';

/** One way to do the work; asynchronous work is awaited. */
export type Candidate = () => unknown;

// Short turns: what disturbs a round then disturbs all of it. Not shorter: the caches that the one before left cold are
// some percent of a turn of 2 ms.
const TURN_MS = 8;
const ROUNDS = { rounds: 61, warmUp: 5 };
// For work that is longer than a turn.
const LONG_ROUNDS = { rounds: 31, warmUp: 2 };

/** Times candidates beside the first of them, which runs twice. */
export async function contest(
  heading: Heading,
  candidates: Readonly<Record<string, Candidate>>,
  pairs: RowsOptions['pairs'] = [],
): Promise<readonly Row[]> {
  const [baseline = ''] = Object.keys(candidates);
  const times = await timesOf(candidates, baseline);
  return rowsOf(heading, times, baseline, { pairs });
}

/** CPU microseconds of a call, what the collector takes included; those of the baseline once more. */
export async function timesOf(
  candidates: Readonly<Record<string, Candidate>>,
  baseline: string,
): Promise<Rounds> {
  const loops = new Map<string, Loop>();
  for (const [name, run] of Object.entries(candidates)) loops.set(name, await loopOf(run));
  const first = candidates[baseline];
  loops.set(again(baseline), await loopOf(() => first?.()));

  const isLong = [...loops.values()].some(({ calls }) => calls === 1);
  return inTurns([...loops.keys()], isLong ? LONG_ROUNDS : ROUNDS, async (name) => {
    const loop = loops.get(name);
    if (!loop) throw new Error(`There is no candidate ${name}.`);
    return ((await millisOf(loop)) * 1000) / loop.calls;
  });
}

interface Loop {
  readonly body: (kept: object, run: Candidate, calls: number) => Promise<void>;
  readonly run: Candidate;
  readonly calls: number;
}

/** A candidate's loop, and how many calls make a turn. */
async function loopOf(run: Candidate): Promise<Loop> {
  const wait = run() instanceof Promise ? 'await ' : '';
  // Compiled for each, as the compiler learns by the place of a call: one place for all would be slow for all.
  const compiled = new Function(
    'kept',
    'run',
    'calls',
    `return (async () => { for (let call = 0; call < calls; call += 1) kept.result = ${wait}run(); })();`,
  );
  const body: Loop['body'] = (kept, each, calls) => compiled(kept, each, calls);
  for (let calls = 1; ; calls *= 2) {
    const loop = { body, run, calls };
    // The shortest: else one interruption of one call would make a turn of it.
    const millis = Math.min(await millisOf(loop), await millisOf(loop), await millisOf(loop));
    if (millis >= TURN_MS) return { ...loop, calls: Math.ceil((calls * TURN_MS) / millis) };
  }
}

// Kept where the compiler cannot know that nobody looks at it.
const kept = {};

// CPU time: on a busy machine a turn is interrupted as often as not. That of the threads that collect is in it too.
async function millisOf({ body, run, calls }: Loop): Promise<number> {
  const before = process.cpuUsage();
  await body(kept, run, calls);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
