import type { Sandbox } from '@screening-webhooks/sandbox';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { loaded } from '../test/support/loaded.js';
import { openSandbox } from '../test/support/started-sandbox.js';

const MANY = 12;

async function withCandidates(sandbox: Sandbox): Promise<void> {
  for (let place = 0; place < MANY; place += 1) {
    await sandbox.api.POST('/v1/candidates', {
      body: { firstName: 'Person', lastName: `${place}`, email: `p${place}@example.com` },
    });
  }
}

describeInBrowser('one of many', () => {
  test('a candidate is found by name, with the keyboard alone, and a few packages are a native choice', async () => {
    const { sandbox, page, visit } = await openSandbox();
    const { data: oldest } = await sandbox.api.POST('/v1/candidates', {
      body: { firstName: 'Ana', lastName: 'Quixote', email: 'ana@example.com' },
    });
    await withCandidates(sandbox);
    await visit('/reports');
    await page.getByRole('button', { name: 'Order report' }).first().click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('combobox', { name: 'Candidate' });
    const offered = dialog.getByRole('listbox', { name: 'Candidate' }).getByRole('option');
    await field.and(page.locator('input')).waitFor();
    expect(await dialog.getByLabel('Package').locator('option').count()).toBeGreaterThan(1);

    await field.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => offered.count()).toBeGreaterThan(9);
    await expectAccessible(page);
    // Escape closes only the list.
    await page.keyboard.press('Escape');
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false');

    // The answer to the first text comes last, and is not shown for the second.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/candidates?*q=person*', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await field.pressSequentially('person');
    await dialog.getByText('Searching …').waitFor();
    await field.fill('quixo');
    const found = dialog.getByRole('option', { name: 'Ana Quixote ana@example.com' });
    await found.waitFor();
    release();
    await expect.poll(() => offered.count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toContain('Ana Quixote');

    await dialog.getByLabel('Package').selectOption({ index: 1 });
    await dialog.getByLabel('Work state').fill('ca');
    await dialog.getByRole('button', { name: 'Order report' }).click();
    await page.getByRole('heading', { level: 1, name: 'of Ana Quixote' }).waitFor();
    const { data: reports } = await sandbox.api.GET('/v1/reports', {
      params: { query: { candidateId: oldest?.id ?? '' } },
    });
    expect(reports?.data).toMatchObject([{ workState: 'CA' }]);
  });

  test('a list is filtered by the name of a candidate, whose id the address has', async () => {
    const { sandbox, page, visit } = await openSandbox();
    await withCandidates(sandbox);
    await visit('/reports');
    const field = page.getByRole('combobox', { name: 'Candidate' }).and(page.locator('input'));
    await field.fill('Person 7');
    await page.getByRole('option', { name: 'Person 7 p7@example.com' }).click();
    await page.getByText('Nothing matches these filters.').waitFor();
    expect(new URL(page.url()).searchParams.get('candidateId')).toMatch(/\w/);
    await page.reload();
    await loaded(page);
    await expect.poll(() => field.inputValue()).toBe('Person 7');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => field.inputValue()).toBe('');
  });

  test('an empty choice that is needed leads to what makes one', async () => {
    const { page, visit } = await openSandbox({ seed: 'none' });
    await visit('/reports');
    await page.getByRole('button', { name: 'Order report' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('There is no candidate yet.').waitFor();
    await dialog.getByRole('link', { name: 'Create one' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Candidates' }).waitFor();
  });
});
