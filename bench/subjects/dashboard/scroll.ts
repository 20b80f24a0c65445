import type { MeasuredPage } from './measured-page.js';

/** Scrolls through all deliveries by the End key. Returns the long tasks in milliseconds. */
export async function scroll(
  { page, longTasks }: MeasuredPage,
  deliveries: number,
): Promise<readonly number[]> {
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  const list = page.getByRole('region', { name: 'Deliveries', exact: true });
  await list.getByRole('link').first().waitFor();
  await list.focus();
  await longTasks();
  const isAt = async (count: number): Promise<boolean> =>
    // By a plain selector, because one by role costs the page time.
    Number(await page.locator('table').getAttribute('aria-rowcount')) > count;
  while (!(await isAt(deliveries))) {
    await page.keyboard.press('End');
  }
  return longTasks();
}
