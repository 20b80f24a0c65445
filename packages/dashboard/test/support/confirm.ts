import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './expect-accessible.js';

/** Types the text that a button's dialog requires, then presses the dialog's button, which is disabled before. */
export async function confirm(page: Page, button: string, label: string, typed: string) {
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: button });
  expect(await submit.isDisabled()).toBe(true);
  await dialog.getByLabel(label).fill(typed);
  await expectAccessible(page);
  await submit.click();
}
