import { medianOf, type Rounds } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { rowsOf } from '../../measure/rows-of.js';
import { OURS } from './primitives.js';

/** What all candidates are set against, and what runs twice. */
export const BASELINE = 'createHmac';
const SHARE_OF_BEST = 0.95;

/** Rows of a contest of primitives: ours is set against the fastest. */
export function besideTheBest(contest: string, times: Rounds): readonly Row[] {
  const others = [...times.keys()].filter((name) => !name.startsWith(OURS));
  const best = others.reduce((a, b) => (medianOf(times, b) < medianOf(times, a) ? b : a));
  const name = best.startsWith(BASELINE) ? BASELINE : best;
  return rowsOf({ subject: 'runtimes', contest }, times, BASELINE, {
    pairs: [{ name: OURS, against: name, budget: SHARE_OF_BEST }],
  });
}
