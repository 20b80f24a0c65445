import { createReceiver } from '@screening-webhooks/core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { openDashboard } from '../../test/support/open-dashboard.js';
import { startedSandbox } from '../../test/support/started-sandbox.js';

describeInBrowser('roll a secret', () => {
  test('a receiver with both secrets accepts what is signed before, during and after the overlap', async () => {
    const secrets: string[] = [];
    const statuses: number[] = [];
    const receiver = createReceiver({
      secret: () => secrets,
      handlers: { 'document_verification.completed': () => undefined },
    });
    const sandbox = await startedSandbox({
      // Signatures use the machine's time, which does not move with the sandbox's clock.
      deliverTo: async (request) => {
        const response = await receiver.fetch(request);
        statuses.push(response.status);
        return response;
      },
    });
    secrets.push(...sandbox.secrets);
    const [endpoint] = sandbox.endpoints;
    if (!endpoint) throw new Error('The sandbox has no endpoint.');
    const deliver = async () => {
      await sandbox.trigger({ type: 'document_verification.completed' });
      await sandbox.clock.settle();
    };
    const { page, visit } = await openDashboard(sandbox);
    await visit(`/endpoints/${endpoint.id}`);
    await deliver();

    await page.getByRole('button', { name: 'Roll secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Overlap in seconds').fill('3600');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Roll secret' }).click();
    const shown = dialog.getByRole('region', { name: 'Signing secret' }).locator('pre');
    const secret = (await shown.textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    expect(secrets).not.toContain(secret);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Also signs until').waitFor();
    await expectAccessible(page);
    // Signed with both.
    await deliver();
    secrets.push(secret);
    await deliver();
    await page.getByRole('button', { name: '+1 day' }).click();
    await page
      .getByRole('region', { name: 'Signing secret' })
      .getByText('None', { exact: true })
      .waitFor();
    // Signed only with the new secret.
    secrets.shift();
    await deliver();

    expect(statuses).toEqual([200, 200, 200, 200]);
  });
});
