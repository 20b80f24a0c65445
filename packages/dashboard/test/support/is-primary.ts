import type { Locator } from 'playwright-core';

/** Whether a button or a link looks primary. */
export function isPrimary(button: Locator): Promise<boolean> {
  return button.evaluate(({ classList }) => classList.contains('bg-accent'));
}
