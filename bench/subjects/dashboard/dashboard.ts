import {
  findChromium,
  launchBrowser,
} from '../../../packages/dashboard/test/support/launch-browser.js';
import {
  type ServiceWithDeliveries,
  startWithDeliveries,
} from '../../../packages/sandbox/test/support/start-with-deliveries.js';
import type { Count, Effort } from '../../measure/effort.js';
import type { Row } from '../../measure/row.js';
import { quantile } from '../../measure/statistics.js';
import { type MeasuredPage, measuredPage } from './measured-page.js';
import { scroll } from './scroll.js';
import { type Walked, walk } from './walk.js';

const MOST_MS = 100;
const WALKS: Count = { full: 5, quick: 1 };
const STORED: Count = { full: 10_000, quick: 200 };
const MANY: Count = { full: 100_000, quick: 200 };

const subject = 'dashboard';

/** The built dashboard in a browser: from an input to the next paint, from a click to the next page, and long tasks while scrolling. */
export async function dashboardSubject(effort: Effort): Promise<readonly Row[]> {
  const [stored, many] = [STORED[effort], MANY[effort]];
  const program = await findChromium();
  if (program === null) {
    return [{ subject, contest: 'in a browser', name: 'all', skipped: 'no Chromium: set CHROME' }];
  }
  const browser = await launchBrowser(program);
  const inBrowser = async <Result>(
    deliveries: number,
    use: (open: () => Promise<MeasuredPage>, service: ServiceWithDeliveries) => Promise<Result>,
  ): Promise<Result> => {
    const service = await startWithDeliveries(deliveries);
    try {
      return await use(() => measuredPage(browser, service), service);
    } finally {
      await service.close();
    }
  };
  try {
    const walked = await inBrowser(stored, async (open) => {
      const walks: Walked[] = [];
      while (walks.length < WALKS[effort]) walks.push(await walk(await open()));
      return walks;
    });
    const longTasks = await inBrowser(many, async (open) => scroll(await open(), many));
    return [
      ...rowsOf(
        `input to next paint, ${inFull(stored)} deliveries`,
        walked.map(({ interactions }) => interactions),
      ),
      ...rowsOf(
        'click to the heading of the next page',
        walked.map(({ navigations }) => navigations),
      ),
      {
        subject,
        contest: `scrolling through ${inFull(many)} deliveries`,
        name: 'long tasks',
        figures: {
          ...figuresOf(longTasks.length === 0 ? [0] : longTasks),
          count: longTasks.length,
        },
      },
    ];
  } finally {
    await browser.close();
  }
}

const inFull = (count: number): string => count.toLocaleString('en');

const figuresOf = (values: readonly number[]) => ({
  count: values.length,
  'p50 ms': quantile(values, 0.5),
  'p95 ms': quantile(values, 0.95),
  'longest ms': Math.max(...values),
});

/** A row for all steps of the walks beside the goal, and one for each kind of step. */
function rowsOf(
  contest: string,
  walks: readonly ReadonlyMap<string, readonly number[]>[],
): readonly Row[] {
  const names = [...new Set(walks.flatMap((steps) => [...steps.keys()]))];
  const valuesOf = (name: string) => walks.flatMap((steps) => steps.get(name) ?? []);
  const all = names.flatMap(valuesOf);
  return [
    {
      subject,
      contest,
      name: `the 95th percentile of all, against ${MOST_MS} ms`,
      figures: figuresOf(all),
      ratio: MOST_MS / quantile(all, 0.95),
      budget: 1,
    },
    ...names.map((name) => ({ subject, contest, name, figures: figuresOf(valuesOf(name)) })),
  ];
}
