import { median, shuffled } from './statistics.js';

/** What was measured of each candidate, round by round: times, so less is better. */
export type Rounds<T = number> = ReadonlyMap<string, readonly T[]>;

/** How long a contest takes. */
export interface RoundsOptions {
  readonly rounds: number;
  /** Rounds before those, which do not count: they are for the compiler and the connections. Default 1. */
  readonly warmUp?: number;
}

/**
 * Measures candidates beside each other: every round asks for each of them once, in random order, so that a neighbour who
 * wakes up on the machine slows both sides of a ratio.
 */
export async function inTurns<T>(
  names: readonly string[],
  { rounds, warmUp = 1 }: RoundsOptions,
  measure: (name: string, round: number) => Promise<T> | T,
): Promise<Rounds<T>> {
  const measured = new Map<string, T[]>(names.map((name) => [name, []]));
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const name of shuffled(names)) {
      const result = await measure(name, round);
      if (round >= warmUp) measured.get(name)?.push(result);
    }
  }
  return measured;
}

/** One figure of several. */
export function each<T>(rounds: Rounds<T>, figure: (result: T) => number): Rounds {
  return new Map([...rounds].map(([name, results]) => [name, results.map(figure)]));
}

/** Of each round, how many times as fast `name` was as `against`. */
export function ratiosOf(times: Rounds, name: string, against: string): readonly number[] {
  const others = times.get(against) ?? [];
  return (times.get(name) ?? []).map((time, round) => (others[round] ?? Number.NaN) / time);
}

/** The median of a candidate's rounds. */
export function medianOf(times: Rounds, name: string): number {
  return median(times.get(name) ?? []);
}
