import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { openSandbox, startedSandbox } from '../test/support/started-sandbox.js';

describeInBrowser('API reference', () => {
  test('axe finds nothing, it is as dark as the dashboard, and leads back to it', async () => {
    const { page, visit } = await openSandbox();
    await visit('/docs');
    await page.locator('.opblock').first().waitFor();
    await expectAccessible(page);

    const isDark = () => page.locator('html.dark-mode').count();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(isDark).toBe(0);
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await page.getByRole('button', { name: 'Dark' }).click();
    await visit('/docs');
    await expect.poll(isDark).toBe(1);
  });

  test('an operation is tried out with the session, without a key, and axe finds nothing in those that are open', async () => {
    const sandbox = await startedSandbox();
    // The document names another host of the service than this page.
    const here = (url: string) => url.replace('127.0.0.1', 'localhost');
    const { page, visit } = await openDashboard({
      url: here(sandbox.url),
      dashboardUrl: async () => here(await sandbox.dashboardUrl()),
    });
    await visit('/docs');
    for (const id of [
      'Candidates-createCandidate',
      'Candidates-listCandidates',
      'Document_verification-uploadFile',
      'Partner_provisioning-setPriceBook',
    ]) {
      const operation = page.locator(`#operations-${id}`);
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
    }
    const create = page.locator('#operations-Candidates-createCandidate');
    const body = { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.com' };
    await create.locator('textarea').first().fill(JSON.stringify(body));
    await create.getByRole('button', { name: 'Execute' }).click();
    await create.locator('.live-responses-table').getByText('201').first().waitFor();
    await expectAccessible(page);

    await visit('/candidates');
    await page.getByRole('link', { name: 'Ana Silva' }).waitFor();
  });
});
