import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { openFromMenu } from '../test/support/open-from-menu.js';
import { startedSandbox } from '../test/support/started-sandbox.js';

describeInBrowser('the request log', () => {
  test('a refused request leads from its row to what was sent and why it was refused, and to its key', async () => {
    const sandbox = await startedSandbox();
    const send = (body: string) =>
      fetch(`${sandbox.url}/v1/document-verifications`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${sandbox.keys.full}`,
          'content-type': 'application/json',
        },
        body,
      });
    await send('{"state":"California","documentConfigSlug":"rn-license"}');
    await send('{"state":');
    const { page, visit } = await openDashboard(sandbox);
    const address = () => new URL(page.url()).pathname + new URL(page.url()).search;
    await openFromMenu(page, 'Request log');
    await page.getByLabel('Status').selectOption({ label: 'Refused (4xx)' });
    await expect.poll(address).toBe('/requests?status=4xx');
    const rows = page.getByRole('region', { name: 'Request log' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    await expectAccessible(page);

    // The newest request is first. A click anywhere in a row opens it.
    await rows.first().getByText('400', { exact: true }).click();
    await page.getByText('The body is not valid JSON.').waitFor();
    await page.getByText('The body was not JSON, so the service did not keep it.').waitFor();
    await page.goBack();
    await rows.nth(1).getByRole('link').first().click();

    await page
      .getByRole('heading', { level: 1, name: 'POST /v1/document-verifications' })
      .waitFor();
    const request = address();
    expect(request).toMatch(/^\/requests\/req_/);
    const problem = page.getByRole('region', { name: 'Problem', exact: true });
    await problem.getByText(/^State: /).waitFor();
    expect(await problem.getByRole('region').textContent()).toContain('"validation_failed"');
    const body = await page.getByRole('region', { name: 'Request body as JSON' }).textContent();
    expect(JSON.parse(String(body))).toMatchObject({ documentConfigSlug: 'rn-license' });
    await expectAccessible(page);
    await visit(request.replace('/requests/', '/keys?request='));
    await expect.poll(address).toBe(request);

    await page.getByRole('region', { name: 'Details', exact: true }).getByRole('link').click();
    await page.getByRole('link', { name: 'Requests with this key' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    expect(address()).toMatch(/^\/requests\?keyId=key_\w+$/);
    const chosen = page.getByLabel('API key').locator('option:checked');
    await expect.poll(() => chosen.textContent()).toMatch(/^Server \w{4}$/);
    await page.getByLabel('API key').selectOption({ label: 'The dashboard' });
    await page.getByText('Nothing matches these filters.').waitFor();
    // The dashboard has sent only reads.
    await page.getByLabel('Dashboard requests').selectOption({ label: 'All' });
    await rows.getByText('The dashboard').first().waitFor();
    expect(await rows.getByRole('link').count()).toBe(await rows.count());
  });

  test('a request leads to its object, its event and the deliveries, and each of them back', async () => {
    const sandbox = await startedSandbox({ deliverTo: () => new Response() });
    const { verificationId } = await sandbox.verifications.create({
      documentConfigSlug: 'rn-license',
      state: 'CA',
      formData: { licenseNumber: 'RN1234' },
    });
    await sandbox.clock.drain();
    const { page, visit } = await openDashboard(sandbox);
    const path = () => new URL(page.url()).pathname;
    const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name });
    await visit(`/verifications/${verificationId}`);
    await link('Its requests').click();
    await link('POST /v1/document-verifications').click();
    await page
      .getByRole('heading', { level: 1, name: 'POST /v1/document-verifications' })
      .waitFor();
    const request = path();
    await expectAccessible(page);
    const causedBy = link(request.replace('/requests/', ''));

    await page.getByRole('link', { name: verificationId, exact: true }).click();
    await expect.poll(path).toBe(`/verifications/${verificationId}`);
    await visit(request);
    await link(/^document_verification.completed/).click();
    await causedBy.click();
    await expect.poll(path).toBe(request);
    await link('All, with filters').click();
    await expect.poll(path).toBe('/events');
    await page.goBack();
    await link(/^Deliveries of evt_/).click();
    await link(/^document_verification.completed/).click();
    await causedBy.click();
    await expect.poll(path).toBe(request);
  });
});
