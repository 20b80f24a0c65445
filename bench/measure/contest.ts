import { do_not_optimize, measure } from 'mitata';
import { median, shuffled, spread } from './statistics.js';

/** One way to do the work; asynchronous work is awaited. */
export type Candidate = () => unknown;

/** What a contest found out about one candidate. */
export interface Standing {
  readonly name: string;
  /** Median microseconds of a call, over the rounds. */
  readonly micros: number;
  /** Median over the rounds of `baseline time / time` inside one round: above 1 is faster than the baseline. */
  readonly speed: number;
  /** Half the distance between the quartiles of that ratio. */
  readonly spread: number;
}

/** How long a contest takes. */
export interface ContestOptions {
  readonly rounds: number;
  /** Milliseconds for each candidate in each round. */
  readonly turn: number;
}

/**
 * Times candidates beside each other: every round runs each of them once, in random order, and a ratio is taken inside
 * a round only, so that a neighbour who wakes up on the machine slows both sides of it. The first candidate is the
 * baseline.
 */
export async function contest(
  candidates: Readonly<Record<string, Candidate>>,
  { rounds, turn }: ContestOptions,
): Promise<readonly Standing[]> {
  const names = Object.keys(candidates);
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of shuffled(names)) {
      const run = candidates[name];
      if (!run) continue;
      const time = await microsPerCall(run, turn);
      // The first round is for the compiler.
      if (round > 0) times.get(name)?.push(time);
    }
  }
  const baseline = times.get(names[0] ?? '') ?? [];
  return names.map((name) => {
    const own = times.get(name) ?? [];
    const ratios = own.map((time, round) => (baseline[round] ?? Number.NaN) / time);
    return {
      name,
      micros: median(own),
      speed: median(ratios),
      spread: spread(ratios),
    };
  });
}

async function microsPerCall(run: Candidate, turn: number): Promise<number> {
  const asynchronous = run() instanceof Promise;
  const stats = await measure(asynchronous ? run : () => do_not_optimize(run()), {
    min_cpu_time: turn * 1e6,
    min_samples: 3,
    batch_samples: 64,
  });
  return stats.p50 / 1000;
}
