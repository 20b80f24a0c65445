import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { loaded } from '../../test/support/loaded.js';
import { type OpenDashboard, openDashboard } from '../../test/support/open-dashboard.js';
import { startedSandbox } from '../../test/support/started-sandbox.js';

/** The ids of the objects that a page links to. */
async function linkedObjects(page: Page): Promise<readonly string[]> {
  const addresses = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return addresses
    .map((address) => /^\/[\w-]+\/([a-z]+_\w+)$/.exec(address)?.[1])
    .filter((id) => id !== undefined);
}

// Pages of the service that are also in the menu.
const NOT_OF_THE_DASHBOARD: ReadonlySet<string> = new Set(['/check', '/docs']);

/** The paths of the pages in the menu. */
async function menuOf(page: Page): Promise<readonly string[]> {
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await links.first().waitFor();
  const addresses = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  return addresses
    .filter((address) => address !== null)
    .filter((address) => !NOT_OF_THE_DASHBOARD.has(address));
}

/** Opens each page of the menu, and collects what it lists. */
async function listedOn({ page, visit }: OpenDashboard): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const address of await menuOf(page)) {
    await visit(address);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => page.getByText('Loading').count()).toBe(0);
    for (const id of await linkedObjects(page)) found.add(id);
  }
  return found;
}

describeInBrowser('tenant', () => {
  test('a tenant is provisioned, sees nothing of the account, and keeps what it makes to itself', async () => {
    const sandbox = await startedSandbox({ seed: 'demo', deliverTo: () => new Response() });
    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.settle();
    const dashboard = await openDashboard(sandbox, {
      expected: /the server responded with a status of 404/,
    });
    const { page, visit } = dashboard;
    const ofAccount = await listedOn(dashboard);
    expect(ofAccount.size).toBeGreaterThan(30);

    await page.getByRole('link', { name: 'Tenants', exact: true }).click();
    await page.getByRole('button', { name: /^Provision/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Facility name').fill('Harbor Clinic');
    await dialog.getByLabel('Admin email').fill('admin@harbor.example');
    await dialog.getByLabel('Terms version').fill('2026-01');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /^Provision/ }).click();
    const shown = page.getByText(/^bss_full_\w+$/);
    const key = (await shown.textContent()) ?? '';
    await expectAccessible(page);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await expect.poll(() => page.content()).not.toContain(key);
    await page.reload();
    await loaded(page);
    expect(await page.content()).not.toContain(key);
    const asTenant = (path: string) =>
      fetch(sandbox.url + path, { headers: { authorization: `Bearer ${key}` } });
    expect((await (await asTenant('/v1/account')).json()).name).toBe('Harbor Clinic');

    if (new URL(page.url()).pathname === '/tenants')
      await page.getByRole('link', { name: 'Harbor Clinic' }).click();
    const beside = await page.context().newPage();
    await beside.goto(`${sandbox.url}/candidates`);
    await beside.getByRole('row').nth(1).waitFor();
    // A tab that gets no messages from the others, like one that was suspended.
    const deaf = await page.context().newPage();
    await deaf.addInitScript(() => {
      BroadcastChannel.prototype.addEventListener = () => {};
    });
    await deaf.goto(`${sandbox.url}/candidates`);
    await deaf.getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: 'View as this tenant' }).click();
    await page.getByText('You see what Harbor Clinic sees').waitFor();
    await beside.getByText('You see what Harbor Clinic sees').waitFor();
    await beside.getByText('No candidates yet.').waitFor();
    await beside.close();
    await deaf.getByRole('link', { name: 'Reports' }).click();
    await deaf.getByText('You see what Harbor Clinic sees').waitFor();
    await deaf.close();
    await expectAccessible(page);
    expect(await menuOf(page)).not.toContain('/tenants');
    const ofTenant = await listedOn(dashboard);
    // The tenant has its own packages and roles.
    expect(ofTenant.size).toBeGreaterThan(2);
    expect([...ofTenant].filter((id) => ofAccount.has(id))).toEqual([]);

    const { data: candidates } = await sandbox.api.GET('/v1/candidates');
    const theirs = candidates?.data[0]?.id ?? '';
    expect(ofAccount.has(theirs)).toBe(true);
    await visit(`/candidates/${theirs}`);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await page
      .getByRole('alert')
      .getByText(`No candidate has the ID ${theirs}.`, { exact: true })
      .waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Candidates', exact: true }).click();
    await page.getByText('No candidates yet.').waitFor();
    await page.getByRole('button', { name: 'Create candidate' }).first().click();
    await dialog.getByLabel('First name').fill('Noor');
    await dialog.getByLabel('Last name').fill('Haddad');
    await dialog.getByLabel('Email').fill('noor@harbor.example');
    await dialog.getByRole('button', { name: 'Create candidate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Noor Haddad' }).waitFor();
    const ofHarbor = await (await asTenant('/v1/candidates')).json();
    expect(ofHarbor.data).toHaveLength(1);

    await page.getByRole('button', { name: 'Back to the account' }).click();
    await expect.poll(() => page.getByText('You see what').count()).toBe(0);
    await page.getByRole('link', { name: 'Candidates', exact: true }).click();
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByText('Noor Haddad').count()).toBe(0);
    await visit(`/candidates/${ofHarbor.data[0].id}`);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    const { data: after } = await sandbox.api.GET('/v1/candidates');
    expect(after?.data.map(({ id }) => id)).not.toContain(ofHarbor.data[0].id);
  });
});
