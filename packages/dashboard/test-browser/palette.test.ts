import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { listed } from '../test/support/listed.js';
import { openSandbox } from '../test/support/started-sandbox.js';

describeInBrowser('the search of everything', () => {
  test('finds pages, objects by their ids, and objects by what the API searches, by keyboard alone', async () => {
    const { sandbox, page, visit } = await openSandbox({ seed: 'demo' });
    const [candidate] = await listed(sandbox.api.GET('/v1/candidates'));
    const [endpoint] = await listed(sandbox.api.GET('/v1/webhook-endpoints'));
    const path = () => new URL(page.url()).pathname;
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const options = dialog.getByRole('option');
    const search = async (text: string) => {
      await page.keyboard.press('Control+k');
      await dialog.getByRole('combobox', { name: 'Page, ID or name' }).waitFor();
      await page.keyboard.type(text);
    };
    await visit('/deliveries');
    await page.getByRole('search').waitFor();

    await search('adverse');
    await expect.poll(() => options.allTextContents()).toEqual(['Adverse actionsScreening']);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect.poll(path).toBe('/adverse-actions');
    await dialog.waitFor({ state: 'detached' });

    await search(String(candidate?.id));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `${candidate?.firstName}` }).waitFor();
    expect(path()).toBe(`/candidates/${candidate?.id}`);

    for (const [text, opened] of [
      [String(candidate?.lastName), /^\/candidates\/cand_/],
      ['registered', /^\/roles\/role_/],
      [String(endpoint?.url), /^\/endpoints\/we_/],
    ] as const) {
      await visit('/');
      await search(text);
      await options.first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect.poll(path).toMatch(opened);
    }

    await search('no such thing');
    await dialog.getByRole('status').getByText('Nothing has this text').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('is opened by its button and at the shortcuts by `?`, and neither while somebody types', async () => {
    const { page, visit } = await openSandbox({ seed: 'demo' }, { width: 390 });
    await visit('/candidates');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const field = page.getByRole('search').getByLabel('Search by name');
    await field.click();
    await page.keyboard.type('?');
    expect(await field.inputValue()).toBe('?');
    expect(await dialog.count()).toBe(0);

    const button = page.getByRole('banner').getByRole('button', { name: 'Search' });
    await button.click();
    await dialog.getByRole('combobox').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await button.evaluate((each) => each === document.activeElement)).toBe(true);

    await page.keyboard.press('?');
    const shortcuts = dialog.getByRole('heading', { name: 'Keyboard shortcuts' });
    await expect
      .poll(() => shortcuts.evaluate((each) => each === document.activeElement))
      .toBe(true);
    await dialog.getByText('g d', { exact: true }).waitFor();
  });
});
