import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { press } from '../../test/support/keyboard.js';
import { listed } from '../../test/support/listed.js';
import { loaded } from '../../test/support/loaded.js';
import { openSandbox } from '../../test/support/started-sandbox.js';

describeInBrowser('the first delivery', () => {
  test('comes from an empty start by keyboard alone, in two presses of Enter on Home', async () => {
    const { sandbox, page } = await openSandbox({ clock: 'real' });
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.getByRole('heading', { level: 3, name: '1. An endpoint' }).waitFor();
    await expectAccessible(page);

    await page.getByLabel('Framework').selectOption('Koa');
    await page.getByRole('region', { name: 'A receiver in Koa' }).waitFor();
    // 1. An endpoint, without a receiving app.
    await press(page, page.getByRole('button', { name: 'Use the built-in receiver', exact: true }));
    await page.getByRole('heading', { level: 3, name: '1. An endpoint: done' }).waitFor();
    await expectAccessible(page);
    // 2. An event. Its page opens.
    await press(page, page.getByRole('button', { name: 'Send a test event', exact: true }));

    await page.getByRole('region', { name: 'Outcome' }).getByText('Delivered at').waitFor();
    await expectAccessible(page);
    const deliveries = await listed(sandbox.api.GET('/v1/webhook-deliveries'));
    expect(deliveries.map(({ status }) => status)).toEqual(['succeeded']);
  });

  test('Home shows the signing secret, and what there is to look at', async () => {
    const { sandbox, page } = await openSandbox({ seed: 'demo' });
    const endpoints = await listed(sandbox.api.GET('/v1/webhook-endpoints'));
    const endpoint = endpoints.find(({ eventTypes }) => eventTypes.length > 0);
    const id = String(endpoint?.id);
    const revealed = await sandbox.api.GET('/v1/webhook-endpoints/{id}/secret', {
      params: { path: { id } },
    });
    const text = String(revealed.data?.secret);
    const home = page.getByRole('main');
    await home.getByText(String(endpoint?.url), { exact: true }).waitFor();
    const reveal = home.getByRole('button', { name: 'Reveal' });
    await press(page, reveal);
    const secret = home.getByRole('region', { name: 'Signing secret' });
    await secret.getByText(text, { exact: true }).waitFor();
    await expectAccessible(page);
    await press(page, home.getByRole('button', { name: 'Hide' }));
    await expect.poll(() => page.content()).not.toContain(text);

    const reports = await listed(sandbox.api.GET('/v1/reports'));
    await home.getByRole('link', { name: `${reports.length} reports`, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  });

  test('Home leads from an endpoint whose first attempt failed to its deliveries', async () => {
    const { sandbox, page } = await openSandbox({
      deliverTo: () => new Response(null, { status: 500 }),
    });
    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.settle();
    await page.reload();
    await loaded(page);
    const failures = page.getByRole('region', { name: 'Failures' });
    await page.getByText('0 of 1 delivered, 1 is being retried.').waitFor();
    await expectAccessible(page);
    await failures.getByRole('link', { name: '1 delivery, answered 5xx' }).click();
    const rows = page.getByRole('region', { name: 'Deliveries' }).getByRole('row');
    await expect.poll(() => rows.filter({ hasText: 'retrying' }).count()).toBe(1);
    const menu = page.getByRole('navigation', { name: 'Pages' });
    await menu.getByRole('link', { name: 'Deliveries', exact: true }).click();
    const statuses = page.getByRole('navigation', { name: 'Status' });
    await statuses.getByRole('link', { name: 'Retrying 1', exact: true }).waitFor();
    expect(await statuses.getByText('Failed').textContent()).toBe('Failed');
  });

  test('Home names three failures, and leads to the others', async () => {
    const { sandbox, page } = await openSandbox({
      deliverTo: () => new Response(null, { status: 500 }),
    });
    const { integrationId } = sandbox;
    for (let made = 0; made < 6; made += 1) {
      const url = `http://127.0.0.1:1/${made}`;
      await sandbox.api.POST('/v1/webhook-endpoints', { body: { url, integrationId } });
    }
    await sandbox.trigger({ type: 'document_verification.completed' });
    await sandbox.clock.settle();
    await page.reload();
    await loaded(page);
    const failures = page.getByRole('region', { name: 'Failures' });
    const refused = failures.getByRole('link', { name: '1 delivery, connection refused' });
    await failures.getByRole('link', { name: 'and 4 more' }).waitFor();
    await expectAccessible(page);
    await failures.getByRole('link', { name: 'and 4 more' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    await failures.getByRole('button', { name: 'Show all 7' }).click();
    await expect.poll(() => refused.count()).toBe(6);
  });
});
