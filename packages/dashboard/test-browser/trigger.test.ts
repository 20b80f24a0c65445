import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { openSandbox } from '../test/support/started-sandbox.js';

/** Presses the button of the form. @returns the sent body. */
async function submit(page: Page, name: string): Promise<unknown> {
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name }).click();
  return (await sent).postDataJSON();
}

describeInBrowser('the form of an event', () => {
  test('sends overrides as text or JSON, removes fields, and warns of what may be a mistake', async () => {
    const { sandbox, page, visit } = await openSandbox(
      { deliverTo: () => new Response() },
      { expected: /status of 422/ },
    );
    await visit('/trigger');
    await page.getByRole('radio', { name: /^document_verification\.recorded/ }).check();
    const data = page.getByLabel('Event data');
    const notJson = page.getByText('This is not a JSON object yet.');
    for (const wrong of ['{"state": ', '"NY"', '7', 'null', '["NY"]']) {
      await data.fill(wrong);
      await notJson.waitFor();
    }
    await submit(page, 'Send event');
    await page.getByRole('alert').waitFor();
    await data.fill('{"state": "NY"}');
    await expect.poll(() => notJson.count()).toBe(0);
    await page.getByLabel('Number of events').fill('101');
    await page.getByRole('button', { name: 'Send event' }).click();
    await page.locator('input:invalid').waitFor();
    await page.getByLabel('Number of events').fill('1');
    await page.getByLabel('Removed fields').fill('data.metadata');
    const add = page.getByRole('button', { name: 'Add override' });
    for (const [place, value] of [
      ['data.verified', 'false'],
      ['data.externalId', '12345'],
      ['data.formData', '{"licenseNumber": "A-1"}'],
      ['data.adress', 'new'],
      ['data.never', 'kept'],
    ]) {
      await add.click();
      await page.getByLabel('Path').last().fill(`${place}`);
      await page.getByLabel('Value').last().fill(`${value}`);
    }
    await page.getByRole('button', { name: 'Remove override 5' }).click();

    expect(await submit(page, 'Send event')).toEqual({
      via: 'direct',
      type: 'document_verification.recorded',
      count: 1,
      data: { state: 'NY' },
      unset: ['data.metadata'],
      set: { 'data.formData': { licenseNumber: 'A-1' } },
      setText: { 'data.verified': 'false', 'data.externalId': '12345', 'data.adress': 'new' },
    });
    await page.getByRole('region', { name: 'Deliveries of what was sent' }).waitFor();
    const result = page.getByRole('region', { name: 'Sent', exact: true });
    expect(await result.evaluate((region) => region === document.activeElement)).toBe(true);
    await page.getByText('the event had no data.adress').waitFor();
    const { data: events } = await sandbox.api.GET('/v1/events');
    expect(events?.data.map((each) => each.data)).toEqual([
      expect.objectContaining({
        verified: false,
        externalId: '12345',
        formData: { licenseNumber: 'A-1' },
        state: 'NY',
      }),
    ]);
  });

  test('orders verifications with an external ID and metadata', async () => {
    const { sandbox, page, visit } = await openSandbox();
    await visit('/trigger');
    await page.getByRole('radio', { name: /^Verification/ }).check();
    await page.getByRole('radio', { name: /^document_verification\.recorded/ }).check();
    await page.getByLabel('Number of events').fill('2');
    await page.getByLabel('External ID').fill('7');
    await page.getByLabel('Metadata').fill('{"orderId": "A-1"}');

    expect(await submit(page, 'Order verification')).toEqual({
      via: 'api',
      type: 'document_verification.recorded',
      count: 2,
      externalId: '7',
      metadata: { orderId: 'A-1' },
    });
    await page.getByText('Ordered verifications:').waitFor();
    const { data: ordered } = await sandbox.api.GET('/v1/document-verifications');
    expect(ordered?.data.map(({ externalId, metadata }) => ({ externalId, metadata }))).toEqual([
      { externalId: '7', metadata: { orderId: 'A-1' } },
      { externalId: '7', metadata: { orderId: 'A-1' } },
    ]);
  });
});
