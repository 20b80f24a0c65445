import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './expect-accessible.js';

/** Types what the dialog of a button asks for, and presses the button there, which cannot be pressed before. */
export async function confirm(page: Page, button: string, label: string, typed: string) {
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: button });
  expect(await submit.isDisabled()).toBe(true);
  await dialog.getByLabel(label).fill(typed);
  await expectAccessible(page);
  await submit.click();
}
