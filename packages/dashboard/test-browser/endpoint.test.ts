import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { confirm } from '../test/support/confirm.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { openFromMenu } from '../test/support/open-from-menu.js';
import { openSandbox, startedSandbox } from '../test/support/started-sandbox.js';

describeInBrowser('an endpoint', () => {
  test('gets another policy, shows its secret, recovers what failed, and is deleted', async () => {
    let status = 500;
    const sandbox = await startedSandbox({ deliverTo: () => new Response(null, { status }) });
    const [endpoint] = sandbox.endpoints;
    if (!endpoint) throw new Error('The sandbox has no endpoint.');
    const params = { path: { id: endpoint.id } };
    const { page, visit } = await openDashboard(sandbox);
    await visit(`/endpoints/${endpoint.id}`);

    // The form is closed until somebody opens it.
    await page.getByText(/^5 attempts\. A failing delivery is given up /).waitFor();
    expect(await page.getByLabel('Max attempts').isVisible()).toBe(false);
    await page.getByText('Change the policy').click();
    // The times follow what is typed.
    await page.getByLabel('Max attempts').fill('3');
    await page.getByLabel('Initial delay in seconds').fill('30');
    await page.getByText('after 30 s').waitFor();
    await page.getByText('after 1 min', { exact: true }).waitFor();
    await page.getByText('Attempt 4').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Packages' }).click();
    const leave = page.getByRole('dialog', { name: 'Leave this page?' });
    await leave.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Max attempts').inputValue()).toBe('3');
    await page.getByRole('button', { name: 'Save policy' }).click();
    await expect
      .poll(async () => {
        const { data } = await sandbox.api.GET('/v1/webhook-endpoints/{id}', { params });
        return data?.retryPolicy;
      })
      .toMatchObject({ maxAttempts: 3, initialDelaySeconds: 30 });

    await page.getByRole('button', { name: 'Reveal' }).click();
    const secret = page.getByRole('region', { name: 'Current signing secret' }).locator('pre');
    expect(await secret.textContent()).toBe(endpoint.secret);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hide' }).click();
    await secret.waitFor({ state: 'detached' });

    await sandbox.trigger({ type: 'document_verification.completed', count: 3 });
    await sandbox.clock.advance('1h');
    await page.getByText('0 of 3 delivered, 3 failed.').waitFor();
    status = 200;
    await page.getByRole('button', { name: 'Recover' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Since').fill('2020-01-01T00:00');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Recover' }).click();
    await dialog.waitFor({ state: 'detached' });
    await sandbox.clock.drain();
    await page.getByText('3 of 3 delivered.').waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    await confirm(
      page,
      'Delete',
      'This cannot be undone.',
      'receiver.localhost/webhooks/screening',
    );
    await page.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
    const { data } = await sandbox.api.GET('/v1/webhook-endpoints');
    expect(data?.data).toEqual([]);
    await page.getByText('No endpoints yet.').waitFor();
    await expectAccessible(page);
  });

  test('is not read once its deletion is sent', async () => {
    const sandbox = await startedSandbox({ deliverTo: () => new Response() });
    const [endpoint] = sandbox.endpoints;
    if (!endpoint) throw new Error('The sandbox has no endpoint.');
    const { integrationId } = sandbox;
    await sandbox.api.POST('/v1/webhook-endpoints', {
      body: { url: 'http://other.localhost:9/', integrationId },
    });
    const { page, visit } = await openDashboard(sandbox, { expected: /status of 404/ });
    await visit(`/endpoints/${endpoint.id}`);
    await page.getByText('No deliveries in this period.').waitFor();
    let late = 0;
    await page.route(`**/v1/webhook-endpoints/${endpoint.id}`, async (route) => {
      if (route.request().method() !== 'DELETE') {
        late += 1;
        return route.continue();
      }
      const response = await route.fetch();
      late = 0;
      // The page reloads its data, because of a delivery to the other endpoint.
      const read = page.waitForResponse(/\/v1\/webhook-deliveries\/statistics/);
      await sandbox.trigger({ type: 'document_verification.completed' });
      await read;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Delete' }).click();
    await confirm(
      page,
      'Delete',
      'This cannot be undone.',
      'receiver.localhost/webhooks/screening',
    );
    await page.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
    await page.getByRole('link', { name: /other\.localhost/ }).waitFor();
    expect(late).toBe(0);

    await page.goBack();
    await page.getByText(`No endpoint has the ID ${endpoint.id}.`).waitFor({ timeout: 20_000 });
  });

  test('shows how its last attempts went, and that it is paused', async () => {
    let status = 500;
    const sandbox = await startedSandbox({ deliverTo: () => new Response(null, { status }) });
    const { page } = await openDashboard(sandbox);
    await openFromMenu(page, 'Endpoints');
    const row = page.getByRole('region', { name: 'Endpoints' }).getByRole('row').nth(1);
    await row.getByText('Not used yet').waitFor();
    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.settle();
    await row.getByText('Never worked').waitFor();
    await expectAccessible(page);

    status = 200;
    await row.getByRole('link').first().click();
    await page.getByText('0 of 1 delivered, 1 is being retried.').waitFor();
    await page
      .getByRole('img', { name: 'Deliveries over time. Succeeded: 0, Being retried: 1, Failed: 0' })
      .waitFor();
    await sandbox.clock.advance('1m');
    const health = page.getByRole('region', { name: 'Health' });
    await health.getByText('Recovering').waitFor();
    await health.getByText('1 of 1 delivered.').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await health.getByText('Paused').waitFor();
    await expectAccessible(page);
  });

  test('tells how it responds, in a range that is in the address', async () => {
    let status = 500;
    const sandbox = await startedSandbox({ deliverTo: () => new Response(null, { status }) });
    const { page } = await openDashboard(sandbox);
    await openFromMenu(page, 'Endpoints');
    await page.getByRole('link', { name: /receiver\.localhost/ }).click();
    const day = page.getByRole('region', { name: 'Responses in the last 24 hours' });
    await day.getByText('No attempts in this period.').waitFor();

    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.advance('25h');
    status = 200;
    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.settle();
    await day.getByText('1 of 1 attempts acknowledged (100%).').waitFor();
    await page.getByText('1 of 1 delivered.').waitFor();

    const range = page.getByRole('navigation', { name: 'Range' });
    await range.getByRole('link', { name: '7 days' }).click();
    expect(new URL(page.url()).search).toBe('?range=7d');
    await page.getByText('1 of 2 delivered, 1 failed.').waitFor();
    const week = page.getByRole('region', { name: 'Responses in the last 7 days' });
    await week.getByText('1 of 6 attempts acknowledged (16%). 1 delivery failed').waitFor();
    const name = 'Attempts by response status. 2xx: 1, 3xx: 0, 4xx: 0, 5xx: 5, No response: 0';
    await week.getByRole('img', { name }).waitFor();
    await week.getByText('Highest: 5', { exact: true }).waitFor();
    await week.getByRole('img', { name: /^Response time\. Median: \d+ ms, / }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectAccessible(page);

    // The deliveries of the last days follow the clock.
    await sandbox.clock.advance('8d');
    await page.getByText('No deliveries in this period.').waitFor();
    await range.getByRole('link', { name: '30 days' }).click();
    await page.getByText('1 of 2 delivered, 1 failed.').waitFor();
    await page.goBack();
    await page.getByText('No deliveries in this period.').waitFor();
    await page.goBack();
    await day.getByText('No attempts in this period.').waitFor();
  });

  test('shows what its built-in receiver got, and whether it verifies', async () => {
    const { sandbox, page } = await openSandbox({ seed: 'none' });
    await page.getByRole('button', { name: 'Use the built-in receiver' }).click();
    await page.getByText('Endpoint added.').waitFor();
    await openFromMenu(page, 'Endpoints');
    await page.getByRole('link', { name: /\/sink\/first$/ }).click();
    await page.getByText('No requests from this endpoint yet.').waitFor();

    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.settle();
    await sandbox.fault({ kind: 'bad_signature' });
    await sandbox.trigger({ type: 'document_verification.failed' });
    await sandbox.clock.settle();
    const rows = page.getByRole('region', { name: 'Received requests' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.nth(0).textContent()).toContain('POSTnot verifiedanswered 200');
    expect(await rows.nth(1).textContent()).toContain('POSTverifiedanswered 200');
    await rows.nth(1).locator('summary').click();
    const headers = rows.nth(1).getByRole('region', { name: /^Headers of / });
    await headers.getByText('service-signature').waitFor();
    const body = rows.nth(1).getByRole('region', { name: /^Body of / });
    await body.getByText('"type":"document_verification.completed"').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectAccessible(page);
    await rows.nth(1).getByRole('link', { name: /^dlv_/ }).click();
    await page
      .getByRole('heading', { level: 1, name: 'document_verification.completed' })
      .waitFor();
  });
});
