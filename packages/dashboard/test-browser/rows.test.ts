import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
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

  test('is opened by a click anywhere in it, and in a tab of its own by Ctrl and the middle button', async () => {
    const { sandbox, page, visit } = await openSandbox({ deliverTo: () => new Response() });
    await sandbox.trigger({ type: COMPLETED });
    await sandbox.clock.settle();
    await visit('/deliveries');
    const row = rowsOf(page).first();
    const path = String(await row.getByRole('link').getAttribute('href'));
    const cell = row.locator('td').last();
    for (const how of [{ modifiers: ['Control'] }, { button: 'middle' }] as const) {
      const opened = page.context().waitForEvent('page');
      await cell.click(how);
      await expect.poll(async () => new URL((await opened).url()).pathname).toBe(path);
      await (await opened).close();
    }
    // Who has selected a text wants to copy it.
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
});
