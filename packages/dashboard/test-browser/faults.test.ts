import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { openSandbox } from '../test/support/started-sandbox.js';

describeInBrowser('the form of a fault', () => {
  test('sends numbers as numbers, omits empty fields, and sends null for unlimited times', async () => {
    const { page, visit } = await openSandbox();
    await visit('/faults');
    const send = async () => {
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByRole('button', { name: 'Add fault' }).click();
      await page.getByText('Fault duplicate added.').first().waitFor();
      return (await sent).postDataJSON();
    };
    const kind = page.getByRole('combobox', { name: 'Fault' });
    // The search also finds words of the description.
    await kind.fill('twice sequence');
    await page.getByRole('option', { name: /^duplicate The same event twice/ }).click();
    expect(await kind.inputValue()).toBe('duplicate');
    await page.getByLabel('External ID').fill('7');
    await page.getByLabel('Attempt', { exact: true }).fill('2');
    await page.getByLabel('Probability').fill('0.5');
    await page.getByRole('spinbutton', { name: 'Number of times' }).fill('');
    expect(await send()).toEqual({
      kind: 'duplicate',
      match: { externalId: '7', attempt: 2 },
      times: null,
      probability: 0.5,
    });

    // The form has its initial values again.
    await expect
      .poll(() => page.getByRole('spinbutton', { name: 'Number of times' }).inputValue())
      .toBe('1');
    expect(await page.getByLabel('External ID').inputValue()).toBe('');
    expect(await kind.inputValue()).toBe('');
  });
});
