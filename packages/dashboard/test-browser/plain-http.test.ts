import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { openSandbox } from '../test/support/started-sandbox.js';

describeInBrowser('on a host of a team, over plain HTTP', () => {
  test('changes are sent and the page is live, without what browsers keep for secure pages', async () => {
    const { sandbox, page, visit } = await openSandbox({ deliverTo: () => new Response() });
    await page.context().addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'locks');
      Reflect.deleteProperty(Navigator.prototype, 'clipboard');
    });
    await visit('/integrations');
    expect(await page.evaluate(() => 'locks' in navigator || 'randomUUID' in crypto)).toBe(false);

    await page.getByRole('button', { name: 'Create integration' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Over HTTP');
    await dialog.getByRole('button', { name: 'Create integration' }).click();
    await page.getByRole('heading', { name: 'Over HTTP', level: 1 }).waitFor();

    await visit('/deliveries');
    await page.getByText('No deliveries yet').waitFor();
    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.settle();
    await page.getByText('succeeded', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'document_verification.completed' }).click();
    await page.getByRole('button', { name: 'Copy ID' }).click();
    await page.getByText('does not allow copying').waitFor();
  });
});
