import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Whether contrasts are measured: they take most of axe's time, and pages of one kind have the same colors. */
export type Contrasts = 'measured' | 'left out';

/**
 * Runs all rules of axe in light and, because nothing else differs, only contrasts in dark. Also finds a page that is wider than its
 * window.
 */
export async function problemsOnPage(page: Page, contrasts: Contrasts): Promise<readonly string[]> {
  await page.evaluate(axe);
  const where = new URL(page.url()).pathname;
  const problems: string[] = [];
  const isMeasured = contrasts === 'measured';
  for (const dark of isMeasured ? [false, true] : [false]) {
    await page.evaluate((on) => document.documentElement.classList.toggle('dark', on), dark);
    const rules = dark
      ? { runOnly: ['color-contrast'] }
      : { rules: { 'color-contrast': { enabled: isMeasured } } };
    const found: AxeResults = await page.evaluate(
      `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...rules })})`,
    );
    for (const { id, nodes } of found.violations) {
      const elements = nodes.slice(0, 3).map(({ html }) => html.slice(0, 200));
      problems.push(`${where} in ${dark ? 'dark' : 'light'}: ${id}: ${elements.join(' ')}`);
    }
  }
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overhang > 0) problems.push(`${where} is ${overhang} px wider than its window`);
  return problems;
}
