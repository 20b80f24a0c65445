import type { Count, Effort } from '../../measure/effort.js';
import { runProgram } from '../../measure/program.js';
import type { Row } from '../../measure/row.js';
import { median } from '../../measure/statistics.js';
import { againstGoal } from './against-goal.js';

const MOST_MS = 1000;
const DUE: Count = { full: 10_000, quick: 20 };

/** The output of `fairness-program.ts`: milliseconds from an order to its delivery. */
type Fairness = Readonly<Record<'alone' | 'beside', readonly number[]>>;

/** How long many due deliveries to an endpoint that hangs delay a first attempt at another endpoint. */
export async function fairnessRows(effort: Effort): Promise<readonly Row[]> {
  const due = DUE[effort];
  const output = await runProgram(new URL('fairness-program.ts', import.meta.url), {
    effort,
    args: [String(due)],
  });
  const { alone, beside }: Fairness = JSON.parse(output);
  const contest = 'order to first attempt, real clock';
  const delays = beside.map((millis) => Math.max(millis - median(alone), 0.1));
  const delay = { contest, unit: 'ms', most: MOST_MS };
  return [
    { subject: 'sandbox', contest, name: 'nothing else is due', figures: { ms: median(alone) } },
    {
      subject: 'sandbox',
      contest,
      name: `${due.toLocaleString('en')} are due to an endpoint that hangs`,
      figures: { ms: median(beside) },
    },
    againstGoal({ ...delay, name: 'the delay by those' }, delays),
    againstGoal({ ...delay, name: 'the longest such delay', share: 1 }, delays),
  ];
}
