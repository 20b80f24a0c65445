import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { startedSandbox } from '../test/support/started-sandbox.js';

describeInBrowser('an archived integration', () => {
  test('is not offered, and a list that goes by it says so', async () => {
    const sandbox = await startedSandbox();
    const { data: archived } = await sandbox.api.POST('/v1/integrations', {
      body: { name: 'Former clinic' },
    });
    const id = archived?.id ?? '';
    await sandbox.api.POST('/v1/integrations', { body: { name: 'Present clinic' } });
    await sandbox.api.DELETE('/v1/integrations/{id}', { params: { path: { id } } });
    const { page, visit } = await openDashboard(sandbox);
    const choice = page.getByLabel('Integration', { exact: true });
    const offered = () => choice.getByRole('option').allTextContents();

    await visit('/verifications');
    await expect.poll(offered).toContain('Present clinic');
    expect(await offered()).not.toContain('Former clinic');
    await visit(`/verifications?integrationId=${id}`);
    await expect.poll(() => choice.inputValue()).toBe(id);
  });
});
