import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { openSandbox } from '../test/support/started-sandbox.js';

describeInBrowser('a choice of many that the API does not search', () => {
  test('an integration and a document are found by a part of their names', async () => {
    const { sandbox, page, visit } = await openSandbox();
    for (let index = 1; index <= 11; index += 1) {
      await sandbox.api.POST('/v1/integrations', { body: { name: `Portal ${index}` } });
      await sandbox.api.POST('/v1/document-configs', {
        body: {
          slug: `permit-${index}`,
          name: `Permit ${index}`,
          checkTypeSlug: 'license-verification',
          fields: [{ key: 'number', required: true }],
        },
      });
    }
    await visit('/verifications');
    await page.getByRole('button', { name: 'Verify a document' }).first().click();
    const dialog = page.getByRole('dialog');
    const choose = async (label: string, text: string, name: string) => {
      const field = dialog.getByRole('combobox', { name: label }).and(dialog.locator('input'));
      await field.fill(text);
      await expectAccessible(page);
      await dialog.getByRole('option', { name, exact: true }).click();
      expect(await field.inputValue()).toBe(name);
    };
    await choose('Document', 'mit 7', 'Permit 7');
    await choose('Integration', 'portal 9', 'Portal 9');
    await dialog.getByLabel('State').fill('CA');
    await dialog.getByLabel('Number').fill('AB1');
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('heading', { level: 1, name: 'Permit 7' }).waitFor();

    const { data } = await sandbox.api.GET('/v1/document-verifications');
    const { data: integrations } = await sandbox.api.GET('/v1/integrations');
    const owner = integrations?.data.find(({ name }) => name === 'Portal 9')?.id;
    expect(data?.data.map(({ integrationId }) => integrationId)).toEqual([owner]);
  });
});
