import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { openSandbox } from '../test/support/started-sandbox.js';

/** Presses the button of the form. @returns what is sent. */
async function submit(page: Page, name: string): Promise<unknown> {
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name }).click();
  return (await sent).postDataJSON();
}

describeInBrowser('the form of an event', () => {
  test('sends overrides as text or JSON, warns of what may be a mistake, and waits for JSON', async () => {
    const { sandbox, page, visit } = await openSandbox({ deliverTo: () => new Response() });
    await visit('/trigger');
    await page.getByRole('radio', { name: /^document_verification\.recorded/ }).check();
    const data = page.getByLabel('Fields of data');
    for (const wrong of ['{"state": ', '"NY"', '7', 'null', '["NY"]']) {
      await data.fill(wrong);
      await page.getByText('This is not a JSON object yet.').waitFor();
      expect(await page.getByRole('button', { name: 'Send the event' }).isDisabled()).toBe(true);
    }
    await data.fill('{"state": "NY"}');
    await expect.poll(() => page.getByText('This is not a JSON object yet.').count()).toBe(0);
    const add = page.getByRole('button', { name: 'Add an override' });
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

    expect(await submit(page, 'Send the event')).toEqual({
      via: 'direct',
      type: 'document_verification.recorded',
      count: 1,
      data: { state: 'NY' },
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
    await page.getByRole('radio', { name: /^Via the API/ }).check();
    await page.getByRole('radio', { name: /^document_verification\.recorded/ }).check();
    await page.getByLabel('How many').fill('2');
    await page.getByLabel('External ID').fill('7');
    await page.getByLabel('Metadata').fill('{"orderId": "A-1"}');

    expect(await submit(page, 'Order the verification')).toEqual({
      via: 'api',
      type: 'document_verification.recorded',
      count: 2,
      externalId: '7',
      metadata: { orderId: 'A-1' },
    });
    await page.getByText('Ordered 2:').waitFor();
    const { data: ordered } = await sandbox.api.GET('/v1/document-verifications');
    expect(ordered?.data.map(({ externalId, metadata }) => ({ externalId, metadata }))).toEqual([
      { externalId: '7', metadata: { orderId: 'A-1' } },
      { externalId: '7', metadata: { orderId: 'A-1' } },
    ]);
  });
});
