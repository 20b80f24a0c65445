import type { Page } from 'playwright-core';

/**
 * Waits until the script of the dashboard shows the page. The HTML of the service has its heading before, and says that the rest is on
 * its way; so does the page of an object until it is read.
 */
export async function loaded(page: Page): Promise<void> {
  await page.locator('main > [aria-busy]').waitFor({ state: 'detached' });
}
