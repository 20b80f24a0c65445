import { execFileSync } from 'node:child_process';
import { bundleProgram } from '../../measure/bundle-program.js';
import type { Row } from '../../measure/row.js';
import { median } from '../../measure/statistics.js';
import { againstGoal } from './against-goal.js';

const MOST_MS = 1000;

/** The output of `fairness-program.ts`: milliseconds from an order to its delivery. */
type Fairness = Readonly<Record<'alone' | 'beside', readonly number[]>>;

/** How long 10,000 due deliveries to an endpoint that hangs delay a first attempt at another endpoint. */
export async function fairnessRows(template: string): Promise<readonly Row[]> {
  const program = await bundleProgram(new URL('fairness-program.ts', import.meta.url));
  const output = execFileSync(process.execPath, [program], {
    encoding: 'utf8',
    // The program is bundled to a folder that is not the package's.
    env: { ...process.env, SCREENING_SANDBOX_TEMPLATE: template },
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
      name: '10,000 are due to an endpoint that hangs',
      figures: { ms: median(beside) },
    },
    againstGoal({ ...delay, name: 'the delay by those' }, delays),
    againstGoal({ ...delay, name: 'the longest such delay', share: 1 }, delays),
  ];
}
