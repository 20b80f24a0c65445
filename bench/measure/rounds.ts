import type { Effort } from './effort.js';
import { median, shuffled } from './statistics.js';

/** The results of each candidate by round. Times, so less is better. */
export type Rounds<T = number> = ReadonlyMap<string, readonly T[]>;

/** The number of rounds of a contest that is worth its figures. */
export interface RoundsOptions {
  readonly rounds: number;
  /** Rounds before those, which do not count: the compiler and the connections warm up. Default 1. */
  readonly warmUp?: number;
}

/**
 * Measures candidates beside each other: once per round, in random order, so that other work on the machine slows both
 * sides of a ratio.
 */
export async function inTurns<T>(
  effort: Effort,
  names: readonly string[],
  options: RoundsOptions,
  measure: (name: string, round: number) => Promise<T> | T,
): Promise<Rounds<T>> {
  const { rounds, warmUp } = roundsOf(effort, options);
  const measured = new Map<string, T[]>(names.map((name) => [name, []]));
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const name of shuffled(names)) {
      const result = await measure(name, round);
      if (round >= warmUp) measured.get(name)?.push(result);
    }
  }
  return measured;
}

/** The rounds by effort. Quick: a single one. */
export function roundsOf(
  effort: Effort,
  { rounds, warmUp = 1 }: RoundsOptions,
): Required<RoundsOptions> {
  return effort === 'full' ? { rounds, warmUp } : { rounds: 1, warmUp: 0 };
}

/** Picks one figure of each result. */
export function mapRounds<T>(rounds: Rounds<T>, figure: (result: T) => number): Rounds {
  return new Map([...rounds].map(([name, results]) => [name, results.map(figure)]));
}

/** For each round, the time of `against` divided by the time of `name`: above 1, `name` is faster. */
export function ratiosOf(times: Rounds, name: string, against: string): readonly number[] {
  const others = times.get(against) ?? [];
  return (times.get(name) ?? []).map((time, round) => (others[round] ?? Number.NaN) / time);
}

/** The median of a candidate's rounds. */
export function medianOf(times: Rounds, name: string): number {
  return median(times.get(name) ?? []);
}
