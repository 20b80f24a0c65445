import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { loaded } from './loaded.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** {@link expectAccessibleNow}, once the page has loaded. */
export async function expectAccessible(page: Page): Promise<void> {
  // A click changes the URL before its page is rendered. Every page has one such heading, see axe's page-has-heading-one.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await loaded(page);
  await expectAccessibleNow(page);
}

/** Fails if axe finds a violation on the page as it is, in light or dark, or if the page is wider than its window. */
export async function expectAccessibleNow(page: Page): Promise<void> {
  await page.evaluate(axe);
  for (const dark of [false, true]) {
    // Pages for candidates follow the media query, the dashboard the class `dark`, and the API reference `dark-mode`.
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await page.evaluate((on) => {
      for (const name of ['dark', 'dark-mode']) document.documentElement.classList.toggle(name, on);
    }, dark);
    const found: AxeResults = await page.evaluate('axe.run(document)');
    const violations = found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
    // As text: the summary of a failed test does not show the items of an array.
    expect(violations.join('\n'), `${page.url()} in ${dark ? 'dark' : 'light'}`).toBe('');
  }
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang, `${page.url()} is wider than its window`).toBe(0);
}
