import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { confirm } from '../../test/support/confirm.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { listed } from '../../test/support/listed.js';
import { openFromMenu } from '../../test/support/open-from-menu.js';
import { openSandbox } from '../../test/support/started-sandbox.js';

const openSettings = async (page: Page) => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('region', { name: 'Account', exact: true }).waitFor();
};

describeInBrowser('Settings', () => {
  test('the account is changed', async () => {
    const { sandbox, page } = await openSandbox();
    await openSettings(page);
    const account = page.getByRole('region', { name: 'Account', exact: true });
    await account.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('North Clinic');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await account.getByText('North Clinic', { exact: true }).waitFor();
    expect((await sandbox.api.GET('/v1/account')).data?.name).toBe('North Clinic');
  });

  test('a snapshot is saved, restored and deleted, and the sandbox reset', async () => {
    const { sandbox, page } = await openSandbox({}, { expected: /status of 422/ });
    const candidates = () => listed(sandbox.api.GET('/v1/candidates'));
    const create = (firstName: string) =>
      sandbox.api.POST('/v1/candidates', {
        body: { firstName, lastName: 'Rivera', email: `${firstName}@example.com` },
      });
    const before = (await candidates()).length;
    await create('ana');
    await openFromMenu(page, 'Snapshots');
    const snapshots = page.getByRole('main');
    await snapshots.getByText('No snapshots yet.').waitFor();

    await snapshots.getByRole('button', { name: 'Save snapshot' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Not a name');
    await dialog.getByRole('button', { name: 'Save snapshot' }).click();
    await dialog.getByText('Use at most 40 lowercase letters').first().waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Name').fill('one');
    await dialog.getByRole('button', { name: 'Save snapshot' }).click();
    await page.getByText('Snapshot one saved.').waitFor();
    await create('ben');
    expect(await candidates()).toHaveLength(before + 2);

    await snapshots.getByRole('button', { name: 'Restore' }).click();
    await confirm(page, 'Restore', 'This cannot be undone', 'one');
    await page.getByText('Snapshot restored.').waitFor();
    expect(await candidates()).toHaveLength(before + 1);
    await expectAccessible(page);

    await snapshots.getByRole('button', { name: 'Delete' }).click();
    await confirm(page, 'Delete', 'This cannot be undone', 'one');
    await snapshots.getByText('No snapshots yet.').waitFor();

    await snapshots.getByRole('button', { name: 'Reset' }).click();
    await confirm(page, 'Reset', 'This cannot be undone', 'Reset');
    await page.getByText('Sandbox reset.').waitFor();
    expect(await candidates()).toHaveLength(before);
  });
});
