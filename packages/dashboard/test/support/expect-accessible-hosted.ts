import type { Page } from 'playwright-core';
import { browser } from './browser.js';
import { expectAccessible } from './expect-accessible.js';
import { PHONE } from './open-phone.js';

/**
 * {@link expectAccessible} for a page that is shown without script, which axe needs: another page gets the same HTML at the same
 * address. So a page that says what is wrong with a form is looked at as it is, and the service is not asked again.
 */
export async function expectAccessibleHosted(shown: Page): Promise<void> {
  const body = await shown.content();
  const context = await (await browser()).newContext({ viewport: PHONE });
  try {
    await context.route('**', (route) => route.fulfill({ contentType: 'text/html', body }));
    const page = await context.newPage();
    await page.goto(shown.url());
    await expectAccessible(page);
  } finally {
    await context.close();
  }
}
