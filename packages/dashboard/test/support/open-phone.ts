import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { browser, PATIENCE } from './browser.js';
import { expectAccessible } from './expect-accessible.js';

/** The narrowest window that pages for candidates support. */
const PHONE = { width: 360, height: 740 };

/** Opens a page for candidates on a phone without script. The test fails at its end if the page sent requests elsewhere. */
export async function openPhone(url: string): Promise<Page> {
  const context = await (await browser()).newContext({
    viewport: PHONE,
    javaScriptEnabled: false,
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(PATIENCE);
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.origin !== new URL(url).origin) elsewhere.push(request.url());
  });
  onTestFinished(async () => {
    await context.close();
    expect(elsewhere).toEqual([]);
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/**
 * {@link expectAccessible} for a page without script, which axe needs: another page gets the same HTML at the same URL. So a page
 * with the errors of a form is checked as it is, without another request to the service.
 */
export async function expectAccessibleHosted(shown: Page): Promise<void> {
  const body = await shown.content();
  const context = await (await browser()).newContext({ viewport: PHONE });
  context.setDefaultTimeout(PATIENCE);
  try {
    await context.route('**', (route) => route.fulfill({ contentType: 'text/html', body }));
    const page = await context.newPage();
    await page.goto(shown.url());
    await expectAccessible(page);
  } finally {
    await context.close();
  }
}
