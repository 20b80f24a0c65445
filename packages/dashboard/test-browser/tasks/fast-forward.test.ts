import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { openDashboard } from '../../test/support/open-dashboard.js';
import { startedSandbox } from '../../test/support/started-sandbox.js';

describeInBrowser('fast-forward', () => {
  test('15 minutes pass at a click, and the delivery shows its five attempts', async () => {
    let received = 0;
    const sandbox = await startedSandbox({
      deliverTo: () => {
        received += 1;
        return new Response('busy', { status: 503 });
      },
    });
    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.settle();
    const { page, visit } = await openDashboard(sandbox);
    await visit('/deliveries');
    await page.getByRole('link', { name: 'document_verification.completed' }).click();
    const attempts = page.getByRole('region', { name: 'Attempts' }).getByRole('listitem');
    await expect.poll(() => attempts.count()).toBe(1);

    await page.getByRole('button', { name: '+15 min' }).click();

    // At 0, 1, 3, 7 and 15 minutes.
    await expect.poll(() => attempts.count(), { timeout: 30_000 }).toBe(5);
    expect(received).toBe(5);
    await page.getByText('failed', { exact: true }).first().waitFor();
    await expectAccessible(page);
  });
});
