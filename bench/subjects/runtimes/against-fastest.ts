import { medianOf, type Rounds } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { rowsOf } from '../../measure/rows-of.js';
import { OURS } from './candidates.js';

/** All candidates are compared with this one, which runs twice. */
export const BASELINE = 'by hand, createHmac';

/** The rows of `candidatesOf`; `verifyEvent` is compared with the fastest of the others. */
export function againstFastest(times: Rounds): readonly Row[] {
  const others = [...times.keys()].filter((name) => !name.startsWith(OURS));
  const best = others.reduce((a, b) => (medianOf(times, b) < medianOf(times, a) ? b : a));
  // The baseline may win under the name of its second run.
  const fastest = best.startsWith(BASELINE) ? BASELINE : best;
  return rowsOf({ subject: 'runtimes', contest: '1 KB, by hand' }, times, BASELINE, {
    pairs: [{ name: OURS, against: fastest }],
  });
}
