import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { openSandbox } from '../../test/support/started-sandbox.js';

describeInBrowser('pause', () => {
  test('deliveries that pile up while an endpoint is paused are sent when it is resumed', async () => {
    let received = 0;
    const { sandbox, page } = await openSandbox({
      deliverTo: () => {
        received += 1;
        return new Response();
      },
    });
    await page.getByRole('link', { name: 'Endpoints' }).click();
    await page.getByRole('link', { name: 'receiver.localhost' }).click();

    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    await sandbox.trigger({ type: 'document_verification.completed', count: 20 });
    await sandbox.clock.settle();
    await page.getByText('held', { exact: true }).first().waitFor();
    expect(received).toBe(0);
    await page.getByRole('button', { name: 'Resume and discard' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('20 now').waitFor();
    // Nothing is discarded before the host is typed.
    expect(await dialog.getByRole('button', { name: 'Resume and discard' }).isDisabled()).toBe(
      true,
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.getByRole('button', { name: '+1 min' }).click();

    await page.getByText('succeeded', { exact: true }).first().waitFor();
    await expect.poll(() => received).toBe(20);
    await expectAccessible(page);
  });
});
