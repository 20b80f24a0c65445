import { type Sandbox, startSandbox } from '@screening-webhooks/sandbox';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { press, tabTo } from '../test/support/keyboard.js';
import { openDashboard } from '../test/support/open-dashboard.js';

const LONGEST_ROUND = 400;

interface Focused {
  readonly area: string;
  readonly name: string;
  readonly outline: string;
}

/** The focused element: its part of the page, its text, and its focus ring. */
function focused(page: Page): Promise<Focused | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const area = element.closest('header, nav, main')?.tagName.toLowerCase() ?? 'before';
    return {
      area,
      name: element.getAttribute('aria-label') ?? element.textContent ?? '',
      outline: outlineStyle === 'none' || outlineWidth === '0px' ? 'none' : outlineStyle,
    };
  });
}

/** All elements that the Tab key reaches, from the top of the page to its end. */
async function tabRound(page: Page): Promise<readonly Focused[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.setPosition(document.body, 0);
  });
  const found: Focused[] = [];
  while (found.length < LONGEST_ROUND) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (!now) return found;
    found.push(now);
  }
  throw new Error('The Tab key does not reach the end of the page.');
}

describeInBrowser('keyboard', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'demo' });
  });
  afterAll(() => sandbox.close());

  test('Tab goes from the skip link over the header and the menu to the page, and the skip link there at once', async () => {
    const { page, visit } = await openDashboard(sandbox);
    await visit('/candidates');
    await page.getByRole('button', { name: 'Create candidate' }).waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect((await focused(page))?.name).toBe('Create candidate');

    await visit('/candidates');
    await page.getByRole('button', { name: 'Create candidate' }).waitFor();
    const round = await tabRound(page);

    const areas = round.map(({ area }) => area).filter((area, at, all) => area !== all[at - 1]);
    expect(areas).toEqual(['before', 'header', 'nav', 'main']);
    expect(round.slice(0, 2).map(({ name }) => name)).toEqual([
      'Skip to content',
      'Screening sandbox',
    ]);
    const menu = round.filter(({ area }) => area === 'nav').map(({ name }) => name);
    expect(menu).toEqual(
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents(),
    );
  });

  test('focus is visible wherever it goes, in light and dark', async () => {
    const { page, visit } = await openDashboard(sandbox);
    const pages = [
      ['/candidates', page.getByRole('region', { name: 'Candidates' }).getByRole('link').first()],
      ['/keys', page.getByRole('button', { name: 'Create key' })],
      ['/faults', page.getByRole('button', { name: 'Add fault' })],
    ] as const;
    for (const [path, ready] of pages) {
      await visit(path);
      await ready.waitFor();
      for (const dark of [false, true]) {
        await page.evaluate((on) => document.documentElement.classList.toggle('dark', on), dark);
        const round = await tabRound(page);
        expect(round.length).toBeGreaterThan(20);
        expect(round.filter(({ outline }) => outline === 'none')).toEqual([]);
      }
    }
  });

  test('Escape closes a dialog, and the button that opened it has the focus again', async () => {
    const { page, visit } = await openDashboard(sandbox);
    const buttons = [
      ['/endpoints', 'Add endpoint'],
      ['/keys', 'Create key'],
      ['/candidates', 'Create candidate'],
      ['/roles', 'Create role'],
      ['/packages', 'Create package'],
      ['/reports', 'Order report'],
    ] as const;
    for (const [path, name] of buttons) {
      await visit(path);
      const button = page.getByRole('button', { name }).first();
      await tabTo(page, button);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
      const inside = () => dialog.evaluate((shown) => shown.contains(document.activeElement));
      expect(await inside(), `${path}: the dialog has the focus`).toBe(true);

      await page.keyboard.press('Escape');

      await dialog.waitFor({ state: 'detached' });
      await expect
        .poll(() => button.evaluate((each) => each === document.activeElement), { message: path })
        .toBe(true);
    }
  });

  test('Escape closes the menu of a phone, and its button has the focus again', async () => {
    const { page } = await openDashboard(sandbox, { width: 390 });
    const menu = page.getByRole('navigation', { name: 'Pages' });
    const button = page.getByRole('button', { name: 'Menu' });
    await press(page, button);
    await menu.getByRole('link', { name: 'Deliveries' }).focus();

    await page.keyboard.press('Escape');

    await menu.waitFor({ state: 'hidden' });
    expect(await button.evaluate((each) => each === document.activeElement)).toBe(true);
  });

  test('forced colors show the current menu entry and the choice, and Back undoes a choice', async () => {
    const { page, visit } = await openDashboard(sandbox);
    await page.emulateMedia({ forcedColors: 'active' });
    await visit('/catalogue');
    const outlined = () =>
      page
        .locator('nav a')
        .evaluateAll((links) =>
          links
            .filter((link) => getComputedStyle(link).outlineStyle !== 'none')
            .map((link) => link.textContent),
        );
    const types = page.getByRole('navigation', { name: 'Event types' }).getByRole('link');
    const [first, second] = await types.allTextContents();
    expect(await outlined()).toEqual(['Event catalogue', first]);
    await types.nth(1).click();
    await page.getByRole('main').focus();
    await expect.poll(outlined).toEqual(['Event catalogue', second]);
    await page.goBack();
    await expect.poll(outlined).toEqual(['Event catalogue', first]);
    expect(new URL(page.url()).pathname).toBe('/catalogue');
  });

  test('the arrow keys move between the rows of a table', async () => {
    const { page, visit } = await openDashboard(sandbox);
    await visit('/candidates');
    const rows = page.getByRole('region', { name: 'Candidates' }).getByRole('link');
    const focusedRow = () =>
      page.evaluate(() => document.activeElement?.closest('tr')?.dataset['index']);
    await tabTo(page, rows.first());

    await page.keyboard.press('ArrowUp');
    expect(await focusedRow()).toBe('0');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focusedRow()).toBe('2');
    await page.keyboard.press('ArrowUp');
    expect(await focusedRow()).toBe('1');
    await page.keyboard.press('Enter');

    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/candidates\/cand_/);
    // The focus is at the start of the new page.
    await expect.poll(async () => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test('`g` and a letter open a page, `/` goes to its filters, and neither while somebody types', async () => {
    const { page } = await openDashboard(sandbox);
    const path = () => new URL(page.url()).pathname;
    const shortcuts = [
      ['d', '/deliveries'],
      ['e', '/endpoints'],
      ['c', '/candidates'],
    ] as const;
    for (const [key, opened] of shortcuts) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await expect.poll(path).toBe(opened);
    }
    await page.getByRole('search').waitFor();

    await page.keyboard.press('/');

    const inSearch = () => page.evaluate(() => document.activeElement?.closest('search') !== null);
    expect(await inSearch()).toBe(true);
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    expect(path()).toBe('/candidates');
  });
});
