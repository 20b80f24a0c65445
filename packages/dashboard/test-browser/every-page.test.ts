import { type Sandbox, startSandbox } from '@screening-webhooks/sandbox';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { openSandbox } from '../test/support/started-sandbox.js';

/** The paths of the links on the page. */
async function linksIn(page: Page, where: string): Promise<readonly string[]> {
  const found = await page
    .locator(`${where} a[href^="/"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(found)];
}

describeInBrowser.each([360, 1280])('at a width of %d px', (width) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({
      seed: 'demo',
      // In the time zone below, this time has the longest text.
      clock: { mode: 'frozen', at: '2026-11-30T17:00:00Z' },
      deliverTo: () => new Response(),
    });
    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.settle();
  });
  afterAll(() => sandbox.close());

  test('every page of the menu and its first object open, with nothing that axe finds', async () => {
    const { page, visit } = await openDashboard(sandbox, { width, timeZone: 'Asia/Kolkata' });
    const look = async (path: string) => {
      await visit(path);
      await page.waitForLoadState('networkidle');
      await page.getByText('Loading …').first().waitFor({ state: 'detached' });
      expect(await page.getByRole('alert').allTextContents(), path).toEqual([]);
      await expectAccessible(page);
    };
    /** The lists of the page that must be scrolled sideways to show all columns. */
    const cutLists = () =>
      page
        .getByRole('main')
        .locator('section:has(> table[aria-rowcount])')
        .evaluateAll((lists) =>
          lists
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map((list) => list.getAttribute('aria-label')),
        );
    await look('/');
    // The bar stays in view. It leaves most of the height to the page, even on a phone.
    const bar = await page.getByRole('banner').locator('> div').boundingBox();
    expect(bar?.height).toBeLessThanOrEqual((page.viewportSize()?.height ?? 0) / 5);
    // Two links lead out of the dashboard.
    const menu = (await linksIn(page, 'nav')).filter((path) => !/^\/(check|docs)$/.test(path));
    expect(menu.length).toBeGreaterThan(18);
    let objects = 0;
    for (const list of menu) {
      await look(list);
      if (list === '/') continue;
      expect(await cutLists(), list).toEqual([]);
      const [object] = (await linksIn(page, 'tbody')).filter((to) => to.startsWith(`${list}/`));
      if (object === undefined) continue;
      objects += 1;
      await look(object);
    }
    expect(objects).toBeGreaterThan(13);
  });

  test('a page is accessible while the names on it are still on their way', async () => {
    const { page, visit } = await openDashboard(sandbox, { width });
    await visit('/deliveries');
    const link = page.locator('tbody a[href^="/deliveries/"]').first();
    const delivery = await link.getAttribute('href');
    let held = 0;
    await page.route('**/v1/webhook-endpoints?*', () => {
      held += 1;
    });
    await visit(String(delivery));
    await page.getByRole('heading', { level: 2, name: 'Attempts' }).waitFor();
    await expect.poll(() => held).toBeGreaterThan(0);
    await expectAccessible(page);
  });
});

const WIDTHS = [360, 390, 640, 768, 900, 1024, 1180, 1280, 1440, 1600];
/** The lists whose rows have no time in the API. */
const TIMELESS = ['Check types', 'Issuing sources', 'Requests by operation', 'Rows of the roster'];

describeInBrowser('every list', () => {
  test('shows when its rows were made at every width, and names each of its links differently', async () => {
    const { page, visit } = await openSandbox({ seed: 'demo', deliverTo: () => new Response() });
    const lists = page.getByRole('main').locator('section:has(> table[aria-rowcount])');
    const seen = new Set<string>();
    const look = async (path: string) => {
      await visit(path);
      await page.waitForLoadState('networkidle');
      expect(await page.title()).toMatch(/^.+ · Screening sandbox$/);
      const found = await lists.evaluateAll((all) => all.map((list) => list.ariaLabel ?? ''));
      for (const width of found.length === 0 ? [] : WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const timeless = await lists.evaluateAll((all) =>
          all
            .filter((list) => {
              const times = [
                ...(list.querySelector('tr[data-index]')?.querySelectorAll('time') ?? []),
              ];
              return !times.some((time) => time.checkVisibility());
            })
            .map((list) => list.ariaLabel ?? ''),
        );
        const untold = timeless.filter((name) => !TIMELESS.includes(name));
        expect(untold, `${path} at ${width} px`).toEqual([]);
      }
      for (const name of found) {
        seen.add(name);
        expect(
          await sameNames(
            lists.filter({ has: page.locator(`xpath=self::*[@aria-label="${name}"]`) }),
          ),
          `${path}, ${name}`,
        ).toEqual([]);
      }
    };
    await visit('/');
    const titles = new Set<string>();
    for (const list of (await linksIn(page, 'nav')).filter(
      (path) => !/^\/(check|docs)?$/.test(path),
    )) {
      await look(list);
      const objects = (await linksIn(page, 'tbody')).filter((to) => to.startsWith(`${list}/`));
      for (const object of objects.slice(0, 2)) {
        await look(object);
        const title = await page.title();
        expect(titles.has(title), `${object}: ${title}`).toBe(false);
        titles.add(title);
      }
    }
    expect(seen.size).toBeGreaterThan(15);
  });
});

/** The names that links of a list share, though they lead to different pages. */
async function sameNames(list: Locator): Promise<readonly string[]> {
  const links = await list
    .getByRole('link')
    .evaluateAll((all) =>
      all.map(
        (link) => [link.ariaLabel ?? link.textContent ?? '', link.getAttribute('href')] as const,
      ),
    );
  const targets = new Map<string, Set<string | null>>();
  for (const [name, to] of links) targets.set(name, (targets.get(name) ?? new Set()).add(to));
  return [...targets].filter(([, tos]) => tos.size > 1).map(([name]) => name);
}
