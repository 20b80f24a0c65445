import type { Locator } from 'playwright-core';

/** Whether a button or a link stands out. */
export function isPrimary(button: Locator): Promise<boolean> {
  return button.evaluate(({ classList }) => classList.contains('bg-accent'));
}
