import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessibleNow } from '../test/support/expect-accessible.js';
import { loaded } from '../test/support/loaded.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { startedSandbox } from '../test/support/started-sandbox.js';

const blocked = /net::ERR_FAILED/;

/** Opens a page without its script, as it looks until the script has loaded. */
async function openWithoutScript(page: Page, url: string): Promise<void> {
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto(url);
}

/** Where the shell and the heading begin. */
function places(page: Page) {
  return page
    .locator('header > *, header a:not(section a), header form, #menu, #menu a, main, h1')
    .evaluateAll((all) =>
      all.map((each) => {
        const { x, y } = each.getBoundingClientRect();
        return [each.tagName, x, y];
      }),
    );
}

describeInBrowser.each([390, 1440])('before the script, at a width of %d px', (width) => {
  test('a page has its shell and heading, and nothing moves when the script has loaded', async () => {
    const sandbox = await startedSandbox({ seed: 'demo' });
    const { page, visit } = await openDashboard(sandbox, { width, expected: blocked });
    for (const [path, title] of [
      ['/', 'Home'],
      ['/deliveries?status=failed', 'Deliveries'],
    ] as const) {
      await visit(path);
      await page.waitForLoadState('networkidle');
      const withScript = await places(page);
      const name = await page.title();

      await openWithoutScript(page, sandbox.url + path);

      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await page.getByRole('main').getByText('Loading …').waitFor();
      await page.getByText('Sandbox account').first().waitFor({ state: 'attached' });
      expect(await page.title()).toBe(name);
      expect(await places(page)).toEqual(withScript);
      await expectAccessibleNow(page);
      await page.unroute(/\.js$/);
    }
  });
});

describeInBrowser('before the script', () => {
  test('the page of an object has the name of its kind, and its menu works', async () => {
    const sandbox = await startedSandbox();
    const { page } = await openDashboard(sandbox, { expected: blocked });
    await openWithoutScript(page, `${sandbox.url}/deliveries/dlv_1`);
    await page.getByRole('heading', { level: 1, name: 'Delivery', exact: true }).waitFor();
    expect(await page.locator('nav [aria-current=page]').allTextContents()).toEqual(['Deliveries']);
    // A button that needs the script is disabled.
    expect(await page.getByRole('button', { name: 'Search' }).isDisabled()).toBe(true);

    await page.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  });

  test('Back works while a part of a page is loading', async () => {
    const sandbox = await startedSandbox();
    const { page, visit } = await openDashboard(sandbox);
    await visit('/deliveries');
    await page.getByRole('link', { name: 'Packages' }).click();
    await page.getByRole('heading', { level: 1, name: 'Packages' }).waitFor();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/packages-page.*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    // The router sets this global once it has begun to load the page of the URL.
    await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis);

    // Not goBack(), which waits for the whole page.
    await page.evaluate(() => history.back());
    await expect.poll(() => new URL(page.url()).pathname).toBe('/deliveries');
    release();

    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    await loaded(page);
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Deliveries']);
  });

  test('a page shows its tenant, and only the parts that its user may see', async () => {
    const sandbox = await startedSandbox({ seed: 'demo' });
    const facilityName = '</bdi>__CSRF__ $& <img src=x onerror=alert(1)>';
    const { data } = await sandbox.api.POST('/v1/partner/tenants', {
      body: { facilityName, adminEmail: 'admin@harbor.example', termsVersion: '2026-01' },
    });
    const { page, visit } = await openDashboard(sandbox, { expected: blocked });
    await page.getByRole('link', { name: 'Tenants' }).waitFor();
    await visit(`/tenants/${data?.tenantId}`);
    await page.getByRole('button', { name: 'View as this tenant' }).click();
    await page.getByText('You see what').waitFor();
    await loaded(page);

    await openWithoutScript(page, sandbox.url);

    await page.getByText(`You see what ${facilityName} sees.`).waitFor();
    expect(await page.getByRole('link', { name: 'Tenants' }).count()).toBe(0);
    expect(await page.locator('body').innerText()).not.toMatch(/__(IF|END)/);
    await page.getByRole('button', { name: 'Back to the account' }).click();
    await page.getByRole('link', { name: 'Tenants' }).waitFor();
    expect(await page.getByText('You see what').count()).toBe(0);
  });
});
