import { do_not_optimize, measure } from 'mitata';
import { inTurns, type Rounds } from './rounds.js';
import type { Row } from './row.js';
import { again, type Heading, type RowsOptions, rowsOf } from './rows-of.js';

/** One way to do the work; asynchronous work is awaited. */
export type Candidate = () => unknown;

// Short turns: what disturbs a round then disturbs all of it.
const ROUNDS = 31;
const TURN_MS = 10;

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

/** Their times in microseconds, and those of the baseline once more. */
export function timesOf(
  candidates: Readonly<Record<string, Candidate>>,
  baseline: string,
): Promise<Rounds> {
  const all = new Map(Object.entries(candidates));
  // A function of its own, so that the compiler treats it as another candidate.
  const first = all.get(baseline);
  all.set(again(baseline), () => first?.());
  return inTurns([...all.keys()], { rounds: ROUNDS }, (name) => microsPerCall(all.get(name)));
}

async function microsPerCall(run: Candidate | undefined): Promise<number> {
  if (!run) throw new Error('There is no such candidate.');
  const asynchronous = run() instanceof Promise;
  const stats = await measure(asynchronous ? run : () => do_not_optimize(run()), {
    min_cpu_time: TURN_MS * 1e6,
    min_samples: 3,
    batch_samples: 64,
  });
  return stats.p50 / 1000;
}
