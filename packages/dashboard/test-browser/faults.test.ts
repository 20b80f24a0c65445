import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { openSandbox } from '../test/support/started-sandbox.js';

describeInBrowser('the form of a fault', () => {
  test('sends numbers as numbers, and nothing for what is empty, but null for times without end', async () => {
    const { page, visit } = await openSandbox();
    await visit('/faults');
    const send = async () => {
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByRole('button', { name: 'Add fault' }).click();
      await page.getByText('Fault duplicate added.').first().waitFor();
      return (await sent).postDataJSON();
    };
    const kind = page.getByRole('combobox', { name: 'Fault' });
    // A text of what it does finds it, too.
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

    // The form is as it was at first.
    await expect
      .poll(() => page.getByRole('spinbutton', { name: 'Number of times' }).inputValue())
      .toBe('1');
    expect(await page.getByLabel('External ID').inputValue()).toBe('');
    expect(await kind.inputValue()).toBe('');
  });
});
