import type { Page } from 'playwright-core';

/**
 * Waits until the dashboard's script shows the page. Before that, the prerendered HTML has the heading and a loading note, as the
 * page of an object has until it is loaded.
 */
export async function loaded(page: Page): Promise<void> {
  await page.locator('main > [aria-busy]').waitFor({ state: 'detached' });
}
