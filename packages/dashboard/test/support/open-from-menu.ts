import type { Page } from 'playwright-core';

/** Opens a page of the menu, and waits until it is shown, because the previous page has links with the same names. */
export async function openFromMenu(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}
