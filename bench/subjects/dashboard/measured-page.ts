import type { launchBrowser } from '../../../packages/dashboard/test/support/launch-browser.js';
import type { ServiceWithDeliveries } from '../../../packages/sandbox/test/support/start-with-deliveries.js';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

/** The browser's reports since the last call, in milliseconds. */
interface Reported {
  /** The parts of interactions: a click is a pointer that goes down and up. */
  readonly events: readonly { readonly interactionId: number; readonly duration: number }[];
  readonly longTasks: readonly number[];
}

// The browser reports no shorter event.
const SHORTEST_MS = 16;

/** A page of the dashboard whose interactions are timed by the browser, from the input to the next paint. */
export interface MeasuredPage {
  readonly page: Page;
  /** Performs `count` interactions, one by default, and returns the duration of each. */
  timeInteractions(act: () => Promise<void>, count?: number): Promise<readonly number[]>;
  /** Follows a link, and returns the milliseconds from the click to the paint of the heading of the new page. */
  timeNavigation(follow: () => Promise<void>): Promise<number>;
  /** The long tasks since the last call. */
  longTasks(): Promise<readonly number[]>;
}

/** Signs in, in a new browser context, so that the cache is empty. */
export async function measuredPage(
  browser: Browser,
  service: ServiceWithDeliveries,
): Promise<MeasuredPage> {
  const page = await (
    await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
  ).newPage();
  // The compiler of this file names functions with this helper, which no page has.
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.addInitScript(observe);
  await page.goto(await service.dashboardUrl());
  await page.getByRole('heading', { level: 1 }).waitFor();

  const reported = async (): Promise<Reported> => {
    await page.evaluate(twoFrames);
    return page.evaluate(() => Reflect.get(globalThis, 'takeReported')());
  };
  return {
    page,
    async timeInteractions(act, count = 1) {
      await reported();
      await act();
      const longest = new Map<number, number>();
      for (const { interactionId, duration } of (await reported()).events) {
        longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
      }
      const known = [...longest.values()];
      return [...known, ...Array(Math.max(0, count - known.length)).fill(SHORTEST_MS)];
    },
    async timeNavigation(follow) {
      await page.evaluate(awaitHeading);
      await follow();
      return page.evaluate(() => Reflect.get(globalThis, 'headingPainted'));
    },
    async longTasks() {
      return (await reported()).longTasks;
    },
  };
}

/** Runs in the page. */
function observe(): void {
  let events: { interactionId: number; duration: number }[] = [];
  let longTasks: number[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const interactionId: unknown = Reflect.get(entry, 'interactionId');
      if (typeof interactionId === 'number' && interactionId > 0) {
        events.push({ interactionId, duration: entry.duration });
      }
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask' });
  Reflect.set(globalThis, 'takeReported', () => {
    const taken = { events, longTasks };
    events = [];
    longTasks = [];
    return taken;
  });
}

/** Runs in the page. The browser reports an event after the paint that ends it. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)));
  });
}

/** Runs in the page: from the next click on, waits until another heading is painted. */
function awaitHeading(): void {
  const former = document.querySelector('h1');
  const painted = new Promise<number>((resolve) => {
    const look = (since: number) => {
      requestAnimationFrame(() => {
        const heading = document.querySelector('h1');
        if (heading === null || heading === former) look(since);
        else setTimeout(() => resolve(performance.now() - since));
      });
    };
    addEventListener('click', ({ timeStamp }) => look(timeStamp), { capture: true, once: true });
  });
  Reflect.set(globalThis, 'headingPainted', painted);
}
