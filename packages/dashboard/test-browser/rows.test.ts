import type { Sandbox } from '@screening-webhooks/sandbox';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { press, tabTo } from '../test/support/keyboard.js';
import { listed } from '../test/support/listed.js';
import { openSandbox } from '../test/support/started-sandbox.js';

const COMPLETED = 'document_verification.completed';
const rowsOf = (page: Page) =>
  page.getByRole('region', { name: 'Deliveries', exact: true }).locator('tr[data-index]');

describeInBrowser('a row of deliveries', () => {
  test('says what the endpoint has answered, or why it has not, also on a phone and as it changes', async () => {
    const answers = [() => new Response('', { status: 503 }), () => new Response()];
    const { sandbox, page, visit } = await openSandbox(
      { deliverTo: () => answers.shift()?.() ?? Promise.reject(new Error('It is down.')) },
      { width: 390 },
    );
    await sandbox.trigger({ type: COMPLETED });
    await visit('/deliveries');
    const row = rowsOf(page).first();
    await row.getByText('scheduled', { exact: true }).waitFor();
    await sandbox.clock.settle();
    await row.getByText('retrying', { exact: true }).waitFor();
    await row.getByText('503').waitFor();
    const { createdAt, eventId, subjectId } =
      (await listed(sandbox.api.GET('/v1/webhook-deliveries')))[0] ?? {};
    for (const text of [COMPLETED, /^receiver\.localhost/])
      expect(await row.getByText(text).isVisible()).toBe(true);
    expect(await row.locator(`time[datetime="${createdAt}"]:visible`).count()).toBe(1);
    const list = page.getByRole('region', { name: 'Deliveries', exact: true });
    expect(await list.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);

    await sandbox.clock.advance('1m');
    await row.getByText('200').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const text of [String(eventId), String(subjectId), '2 attempts'])
      expect(await row.getByText(text).isVisible()).toBe(true);

    await sandbox.trigger({ type: COMPLETED });
    await sandbox.clock.settle();
    await row.getByText('Connection failed').waitFor();
  });

  test('is opened by a click anywhere in it, and in a new tab by Ctrl and the middle button', async () => {
    const { sandbox, page, visit } = await openSandbox({ deliverTo: () => new Response() });
    await sandbox.trigger({ type: COMPLETED });
    await sandbox.clock.settle();
    await visit('/deliveries');
    const row = rowsOf(page).first();
    const path = String(await row.getByRole('link').getAttribute('href'));
    const cell = row.locator('td').last();
    const inNewTab = [
      () => cell.click({ modifiers: ['Control'] }),
      () => cell.click({ button: 'middle' }),
    ];
    for (const click of inNewTab) {
      const opened = page.context().waitForEvent('page');
      await click();
      await expect.poll(async () => new URL((await opened).url()).pathname).toBe(path);
      await (await opened).close();
    }
    // A click that ends a text selection must not open the row.
    const id = await row.getByText(/^evt_/).boundingBox();
    if (!id) throw new Error('The ID of the event is not shown.');
    await page.mouse.move(id.x + 1, id.y + id.height / 2);
    await page.mouse.down();
    await page.mouse.move(id.x + id.width - 1, id.y + id.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(getSelection()))).toContain('evt_');
    expect(new URL(page.url()).pathname).toBe('/deliveries');

    await row.getByText('200').click();

    await page.getByRole('region', { name: 'Outcome' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await page.goBack();
    await row.waitFor();
    // One link for the keyboard and screen readers.
    expect(await row.getByRole('link').count()).toBe(1);
  });

  test('is where it was on the way back, in focus, also when others came before it', async () => {
    const { sandbox, page, visit } = await openSandbox({ deliverTo: () => new Response() });
    const send = (count: number) => sandbox.trigger({ type: COMPLETED, count });
    for (const count of [100, 60]) await send(count);
    await sandbox.clock.settle();
    await visit('/deliveries');
    const list = page.getByRole('region', { name: 'Deliveries', exact: true });
    const table = list.getByRole('table');
    expect(await table.getAttribute('aria-rowcount')).toBe('-1');
    await expect
      .poll(async () => {
        await list.evaluate((each) => each.scrollTo(0, each.scrollHeight));
        return table.getAttribute('aria-rowcount');
      })
      .toBe('161');
    await list.evaluate((each) => each.scrollTo(0, each.scrollHeight * 0.6));
    const row = page.locator('tr[data-index="103"]');
    await row.waitFor();
    const key = await row.getAttribute('data-row');
    const same = page.locator(`tr[data-row="${key}"]`);
    const top = async () => (await same.boundingBox())?.y ?? Number.NaN;
    // A row gets its height once it is drawn, and moves those below it: the list must be at rest.
    let place = Number.NaN;
    const isAtRest = async () => {
      const before = place;
      place = await top();
      return place === before;
    };
    await expect.poll(isAtRest, { interval: 250 }).toBe(true);
    // Browsers scroll by whole pixels.
    const isThere = async () => Math.abs((await top()) - place) < 2;
    const back = async () => {
      await page.goBack();
      await expect.poll(() => focusedIn(same)).toBe(true);
      await expect.poll(isThere).toBe(true);
    };

    await same.locator('td').last().click();
    await page.getByRole('region', { name: 'Outcome' }).waitFor();
    await back();

    await same.getByRole('link').press('Enter');
    await page.getByRole('region', { name: 'Outcome' }).waitFor();
    await send(100);
    await sandbox.clock.settle();
    await back();
    await expect.poll(() => same.getAttribute('data-index')).toBe('203');
    await expect.poll(isThere).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await focusedIn(page.locator('tr[data-index="204"]'))).toBe(true);
  });

  test('is reached by keys, and ticked by them and by a click with Shift', async () => {
    const { sandbox, page, visit } = await openSandbox({ deliverTo: () => new Response() });
    await sandbox.trigger({ type: COMPLETED, count: 90 });
    await sandbox.clock.settle();
    await visit('/deliveries');
    await rowsOf(page).first().waitFor();
    const isAt = (index: number) => expect.poll(() => focusedIn(at(index))).toBe(true);
    const at = (index: number) => page.locator(`tr[data-index="${index}"]`);
    const steps = [
      ['j', 0],
      ['j', 1],
      ['k', 0],
      ['End', 89],
      ['PageUp', 78],
      ['PageDown', 89],
      ['Home', 0],
    ] as const;
    for (const [key, index] of steps) {
      await page.keyboard.press(key);
      await isAt(index);
      await expect.poll(() => at(index).evaluate(isInView)).toBe(true);
    }
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press(' ');
    await page.getByText('1 selected').waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await at(5)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await page.getByText('6 selected').waitFor();
    await at(2)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await page.getByText('2 selected').waitFor();
  });

  test('is selected with others by keyboard alone, and they are replayed', async () => {
    const { sandbox, page, visit } = await openSandbox({ deliverTo: () => new Response() });
    await sandbox.trigger({ type: COMPLETED, count: 3 });
    await sandbox.clock.settle();
    await visit('/deliveries');
    const rows = rowsOf(page);
    await tabTo(page, rows.first().getByRole('checkbox'));
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('2 selected').waitFor();
    expect(new URL(page.url()).pathname).toBe('/deliveries');
    await expectAccessible(page);

    await press(page, page.getByRole('button', { name: 'Replay', exact: true }));

    await page.getByText('2 deliveries will be attempted once more.').waitFor();
    expect(await attemptCounts(sandbox)).toEqual([2, 2, 1]);
    // The buttons are gone, and the focus is on the list.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Deliveries',
    );
  });

  test('is replayed with others once when an answer was lost, and says which were refused', async () => {
    const { sandbox, page, visit } = await openSandbox(
      { deliverTo: () => new Response() },
      { expected: /net::ERR_CONNECTION_RESET|status of 409/ },
    );
    await sandbox.trigger({ type: COMPLETED, count: 3 });
    await sandbox.clock.settle();
    const [newest] = await listed(sandbox.api.GET('/v1/webhook-deliveries'));
    await sandbox.deliveries.replay(String(newest?.id));
    await visit('/deliveries');
    const keys = new Map<string, string[]>();
    await page.route('**/v1/webhook-deliveries/*/replay', async (route) => {
      const { pathname } = new URL(route.request().url());
      const sent = keys.get(pathname) ?? [];
      keys.set(pathname, [...sent, route.request().headers()['idempotency-key'] ?? '']);
      if (sent.length > 0) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    const all = page.getByRole('checkbox', { name: 'Select all loaded rows' });
    await all.check();
    await page.getByText('3 selected').waitFor();
    const replay = page.getByRole('button', { name: 'Replay', exact: true });
    await replay.dblclick();
    await page.getByText('0 deliveries will be attempted once more.').waitFor();
    await page.getByText('3 selected').waitFor();

    await replay.click();

    await page
      .getByText(`2 deliveries will be attempted once more. Not replayed: ${newest?.id}.`)
      .waitFor();
    await page.getByText('1 selected').waitFor();
    expect([...keys.values()].map((sent) => [sent.length, new Set(sent).size])).toEqual([
      [2, 1],
      [2, 1],
      [2, 1],
    ]);
    expect(new Set([...keys.values()].flat()).size).toBe(3);
    expect(await attemptCounts(sandbox)).toEqual([2, 2, 2]);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => rowsOf(page).getByRole('checkbox', { checked: true }).count()).toBe(0);
  });
});

/** Whether the focus is in a row. */
const focusedIn = (row: Locator) => row.evaluate((each) => each.contains(document.activeElement));

/** Whether a row is within the scrolled view of its table, and not behind the column headers. */
function isInView(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  const head = row.closest('table')?.tHead?.getBoundingClientRect();
  const list = row.closest('section')?.getBoundingClientRect();
  return (
    head !== undefined && list !== undefined && top >= head.bottom - 1 && bottom <= list.bottom + 1
  );
}

/** The number of attempts of each delivery, newest first, after all due work has run. */
async function attemptCounts(sandbox: Sandbox): Promise<readonly number[]> {
  await sandbox.clock.settle();
  const rows = await listed(sandbox.api.GET('/v1/webhook-deliveries'));
  return rows.map(({ attemptCount }) => attemptCount);
}
