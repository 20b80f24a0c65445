import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { browser } from './browser.js';

/** The narrowest window that pages for candidates are made for. */
export const PHONE = { width: 360, height: 740 };

/** Opens a page for candidates on a phone without script. When the test ends, it fails for requests elsewhere. */
export async function openPhone(url: string): Promise<Page> {
  const context = await (await browser()).newContext({
    viewport: PHONE,
    javaScriptEnabled: false,
    locale: 'en-US',
    timezoneId: 'UTC',
  });
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
