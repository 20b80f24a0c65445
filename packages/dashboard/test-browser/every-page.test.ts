import { type Sandbox, startSandbox } from '@screening-webhooks/sandbox';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { openDashboard } from '../test/support/open-dashboard.js';

/** The addresses of links that are on the page. */
async function linksIn(page: Page, where: string): Promise<readonly string[]> {
  const found = await page
    .locator(`${where} a[href^="/"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(found)];
}

describeInBrowser.each([360, 1280])('at a width of %d px', (width) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'demo', deliverTo: () => new Response() });
    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.settle();
  });
  afterAll(() => sandbox.close());

  test('every page of the menu and its first object open, with nothing that axe finds', async () => {
    const { page, visit } = await openDashboard(sandbox, { width });
    const look = async (path: string) => {
      await visit(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Loading …').first().waitFor({ state: 'detached' });
      expect(await page.getByRole('alert').allTextContents(), path).toEqual([]);
      await expectAccessible(page);
    };
    /** The lists of the page that only show all their columns when they are scrolled sideways. */
    const cutLists = async () => {
      await page.waitForLoadState('networkidle');
      return page
        .getByRole('main')
        .locator('section:has(> table[aria-rowcount])')
        .evaluateAll((lists) =>
          lists
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map((list) => list.getAttribute('aria-label')),
        );
    };
    await look('/');
    const menu = (await linksIn(page, 'nav')).filter((path) => path !== '/docs');
    expect(menu.length).toBeGreaterThan(17);
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
});
