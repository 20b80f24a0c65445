import type { Sandbox } from '@screening-webhooks/sandbox';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { confirm } from '../test/support/confirm.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { listed } from '../test/support/listed.js';
import { openFromMenu } from '../test/support/open-from-menu.js';
import { openSandbox } from '../test/support/started-sandbox.js';

async function open(expected?: RegExp): Promise<{ sandbox: Sandbox; page: Page }> {
  const { sandbox, page } = await openSandbox({}, expected ? { expected } : {});
  return { sandbox, page };
}

/** Waits for the page of an object. */
async function shown(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

/** Archives the object of the page. */
async function archive(page: Page, slug: string): Promise<void> {
  await page.getByRole('button', { name: 'Archive permanently' }).click();
  await confirm(page, 'Archive permanently', `Type ${slug} to confirm`, slug);
}

/** Waits until the object of the page is archived. It can be neither edited nor archived after that. */
async function archived(page: Page): Promise<void> {
  await page.getByText('archived', { exact: true }).first().waitFor();
  for (const name of ['Edit', 'Archive permanently'])
    expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
  await expectAccessible(page);
}

/** The packages that the form of a new role offers. */
async function packagesForRole(page: Page): Promise<readonly string[]> {
  await openFromMenu(page, 'Roles');
  await page.getByRole('button', { name: 'Create role' }).first().click();
  const dialog = page.getByRole('dialog');
  const options = dialog.getByLabel('Package').getByRole('option');
  await expect.poll(() => options.count()).toBeGreaterThan(1);
  const names = await options.allTextContents();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  return names;
}

describeInBrowser('packages and roles', () => {
  test('a package is made of check types, changed, and archived, after which no role may order it', async () => {
    const { sandbox, page } = await open(/the server responded with a status of 409/);
    const checkTypes = await listed(sandbox.api.GET('/v1/check-types'));
    const [first, second, third] = checkTypes;
    if (!first || !second || !third) throw new Error('There are too few check types.');
    const dialog = page.getByRole('dialog');
    const check = (name: string) => dialog.getByRole('checkbox', { name });
    const made = async () =>
      (await listed(sandbox.api.GET('/v1/packages'))).find(({ slug }) => slug === 'courier');

    await openFromMenu(page, 'Packages');
    await page.getByRole('button', { name: 'Create package' }).first().click();
    await dialog.getByLabel('Name').fill('Courier');
    await check(first.name).check();
    await check(second.name).check();
    await dialog.getByText('2 checks, at list prices').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create package' }).click();
    await shown(page, 'Courier');
    await expectAccessible(page);
    const sum = first.listPriceCents + second.listPriceCents;
    expect(await made()).toMatchObject({
      checkTypeSlugs: [first.slug, second.slug],
      priceCents: sum,
      custom: true,
    });
    expect(await packagesForRole(page)).toContain('Courier');

    await openFromMenu(page, 'Packages');
    await page.getByRole('link', { name: 'Courier', exact: true }).click();
    await shown(page, 'Courier');
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Name').fill('Night courier');
    await check(second.name).uncheck();
    await check(third.name).check();
    await dialog.getByRole('radio', { name: 'Custom price' }).check();
    await dialog.getByLabel('Price in US dollars').fill('12.50');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await shown(page, 'Night courier');
    const checks = page.getByRole('region', { name: 'Checks of the package' });
    await checks.getByText(third.name, { exact: true }).waitFor();
    expect(await checks.getByText(second.name, { exact: true }).count()).toBe(0);
    expect(await made()).toMatchObject({
      name: 'Night courier',
      checkTypeSlugs: [first.slug, third.slug],
      priceCents: 1250,
    });

    const packageId = (await made())?.id ?? '';
    const role = { name: 'site_lead \\d', requirements: [], packageId };
    const { data: ordering } = await sandbox.api.POST('/v1/roles', { body: role });
    await archive(page, 'courier');
    const refusal = dialog.getByRole('alert');
    await refusal
      .getByText('It is the package of site_lead \\d. Give that role another one first.')
      .waitFor();
    expect(await refusal.innerText()).toMatch(/first\.\n+Request ID: req_/);
    await sandbox.api.DELETE('/v1/roles/{id}', { params: { path: { id: ordering?.id ?? '' } } });
    await dialog.getByRole('button', { name: 'Archive permanently' }).click();
    await archived(page);
    expect((await made())?.archived).toBe(true);
    expect(await packagesForRole(page)).not.toContain('Night courier');
  });

  test('a role is made with a requirement, changed, and archived', async () => {
    const { sandbox, page } = await open();
    const [checkType] = await listed(sandbox.api.GET('/v1/check-types'));
    const [document] = await listed(sandbox.api.GET('/v1/document-configs'));
    const [ordered] = await listed(sandbox.api.GET('/v1/packages'));
    if (!checkType || !document || !ordered) throw new Error('The catalog is empty.');
    const dialog = page.getByRole('dialog');
    const made = async () =>
      (await listed(sandbox.api.GET('/v1/roles'))).find(({ slug }) => slug === 'night-guard');

    await openFromMenu(page, 'Roles');
    await page.getByRole('button', { name: 'Create role' }).first().click();
    await dialog.getByLabel('Name').fill('Night guard');
    await dialog.getByLabel('Package').selectOption(ordered.name);
    await dialog.getByRole('button', { name: 'Add check' }).click();
    const requirement = (place: number) =>
      dialog.getByRole('group', { name: `Requirement ${place}` });
    await requirement(1).getByLabel('Check').selectOption(checkType.name);
    await requirement(1).getByLabel('Valid for days').fill('365');
    await requirement(1).getByLabel('States').fill('ca, NY');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create role' }).click();
    await shown(page, 'Night guard');
    const requirements = page.getByRole('region', { name: 'Requirements of the role' });
    await requirements.getByText('365 days').waitFor();
    await expectAccessible(page);
    const checked = { kind: 'check', slug: checkType.slug, required: true };
    expect(await made()).toMatchObject({
      packageId: ordered.id,
      requirements: [{ ...checked, validForDays: 365, states: ['CA', 'NY'] }],
    });

    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await requirement(1).getByLabel('States').inputValue()).toBe('CA, NY');
    await requirement(1).getByLabel('Valid for days').fill('');
    await dialog.getByLabel('Package').selectOption('None');
    await dialog.getByRole('button', { name: 'Add document' }).click();
    await requirement(2).getByLabel('Document').selectOption(document.name);
    await requirement(2).getByLabel('Required').uncheck();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await requirements.getByText(document.name, { exact: true }).waitFor();
    expect(await made()).toMatchObject({
      packageId: null,
      requirements: [
        { ...checked, validForDays: null, states: ['CA', 'NY'] },
        { kind: 'document', slug: document.slug, required: false },
      ],
    });

    await archive(page, 'night-guard');
    await archived(page);
    expect((await made())?.archived).toBe(true);
    await openFromMenu(page, 'Invitations');
    await page.getByRole('button', { name: 'Invite' }).first().click();
    const roles = dialog.getByLabel('Role').getByRole('option');
    await expect.poll(() => roles.count()).toBeGreaterThan(1);
    expect(await roles.allTextContents()).not.toContain('Night guard');
  });
});
