import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { confirm } from '../../test/support/confirm.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { openSandbox } from '../../test/support/started-sandbox.js';

describeInBrowser('API key', () => {
  test('a key is created, used, counted and revoked', async () => {
    const { sandbox, page } = await openSandbox();
    await page.getByRole('link', { name: 'API keys' }).click();

    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Label').fill('Nightly sync');
    await dialog.getByLabel('Scope').selectOption({ label: 'Full access' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('heading', { name: 'Copy the key now' }).waitFor();
    const shown = await dialog.getByRole('region', { name: 'The new key' }).textContent();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied.').waitFor();
    const key = await page.evaluate(() => navigator.clipboard.readText());
    expect(shown).toBe(key);
    expect(key).toMatch(/^bss_full_/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'detached' });
    // It was shown once.
    await expect.poll(() => page.content()).not.toContain(key);
    const call = (path: string) =>
      fetch(sandbox.url + path, { headers: { authorization: `Bearer ${key}` } });
    expect((await call('/v1/candidates')).status).toBe(200);
    expect((await call('/v1/candidates/cand_unknown')).status).toBe(404);
    expect((await call('/v1/candidates')).status).toBe(200);

    await page.getByRole('link', { name: 'Nightly sync' }).click();
    const usage = page.getByRole('region', { name: 'Usage' });
    await usage.getByText('Errors (4xx, 5xx): 1', { exact: true }).waitFor();
    await usage.getByRole('img', { name: 'Errors (4xx, 5xx): 1' }).waitFor();
    const counted = usage.getByRole('row', { name: 'listCandidates' }).getByRole('cell');
    expect(await counted.allTextContents()).toEqual(['listCandidates', '2', '0']);
    await expectAccessible(page);
    await usage.getByRole('link', { name: 'Requests with this key' }).click();
    await page.getByRole('link', { name: 'GET /v1/candidates/cand_unknown' }).click();
    await page.getByText('getCandidate', { exact: true }).waitFor();
    await page.getByText('404', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Details', exact: true }).getByRole('link').click();

    await page.getByRole('button', { name: 'Revoke' }).click();
    await confirm(page, 'Revoke', 'This cannot be undone', 'Nightly sync');
    await page.getByText('revoked', { exact: true }).waitFor();
    const refused = await call('/v1/candidates');
    expect(refused.status).toBe(401);
    await expectAccessible(page);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { data } = await sandbox.api.GET('/v1/api-keys/{id}', { params: { path: { id } } });
    expect(data?.revokedAt).not.toBeNull();
  });
});
