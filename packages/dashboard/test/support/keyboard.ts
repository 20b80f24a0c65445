import type { Locator, Page } from 'playwright-core';

const MOST_STEPS = 250;

/** Moves the focus to an element by the Tab key, as a person without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${target}.`);
}

/** Presses a button or follows a link by the keyboard. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Types into a field that the Tab key reaches. Replaces selected text. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Chooses files for a field that the Tab key reaches. */
export async function chooseFile(
  page: Page,
  field: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chosen = new Promise<void>((resolve, reject) => {
    page.once('filechooser', (chooser) => chooser.setFiles(file).then(resolve, reject));
  });
  // Playwright installs its file chooser listener before the steps, not while the key is pressed.
  await tabTo(page, field);
  await page.keyboard.press('Enter');
  await chosen;
}
