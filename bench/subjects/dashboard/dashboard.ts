import {
  findChromium,
  launchBrowser,
} from '../../../packages/dashboard/test/support/launch-browser.js';
import {
  type ServiceWithDeliveries,
  startWithDeliveries,
} from '../../../packages/sandbox/test/support/start-with-deliveries.js';
import type { Row } from '../../measure/row.js';
import { quantile } from '../../measure/statistics.js';
import { type MeasuredPage, measuredPage } from './measured-page.js';
import { scroll } from './scroll.js';
import { type Walked, walk } from './walk.js';

const MOST_MS = 100;
const WALKS = 5;
const STORED = 10_000;
const MANY = 100_000;

const subject = 'dashboard';

/** The built dashboard in a browser: from an input to the next paint, from a click to the next page, and long tasks while scrolling. */
export async function dashboardSubject(): Promise<readonly Row[]> {
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
    const walked = await inBrowser(STORED, async (open) => {
      const walks: Walked[] = [];
      while (walks.length < WALKS) walks.push(await walk(await open()));
      return walks;
    });
    const longTasks = await inBrowser(MANY, async (open) => scroll(await open(), MANY));
    return [
      ...rowsOf(
        `input to next paint, ${inFull(STORED)} deliveries`,
        walked.map(({ interactions }) => interactions),
      ),
      ...rowsOf(
        'click to the heading of the next page',
        walked.map(({ navigations }) => navigations),
      ),
      {
        subject,
        contest: `scrolling through ${inFull(MANY)} deliveries`,
        name: 'long tasks',
        figures: {
          count: longTasks.length,
          'p50 ms': longTasks.length === 0 ? 0 : quantile(longTasks, 0.5),
          'p95 ms': longTasks.length === 0 ? 0 : quantile(longTasks, 0.95),
          'longest ms': Math.max(0, ...longTasks),
        },
      },
    ];
  } finally {
    await browser.close();
  }
}

const inFull = (count: number): string => count.toLocaleString('en');

/** A row for all steps of the walks beside the goal, and one for each kind of step. */
function rowsOf(
  contest: string,
  walks: readonly ReadonlyMap<string, readonly number[]>[],
): readonly Row[] {
  const names = [...new Set(walks.flatMap((steps) => [...steps.keys()]))];
  const valuesOf = (name: string) => walks.flatMap((steps) => steps.get(name) ?? []);
  const figures = (values: readonly number[]) => ({
    count: values.length,
    'p50 ms': quantile(values, 0.5),
    'p95 ms': quantile(values, 0.95),
    'longest ms': Math.max(...values),
  });
  const all = names.flatMap(valuesOf);
  return [
    {
      subject,
      contest,
      name: `the 95th percentile of all, against ${MOST_MS} ms`,
      figures: figures(all),
      ratio: MOST_MS / quantile(all, 0.95),
      budget: 1,
    },
    ...names.map((name) => ({ subject, contest, name, figures: figures(valuesOf(name)) })),
  ];
}
