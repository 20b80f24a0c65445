import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { listed } from '../test/support/listed.js';
import { openDashboard } from '../test/support/open-dashboard.js';
import { openSandbox, startedSandbox } from '../test/support/started-sandbox.js';

const hint = 'Defaults to Demo integration, the oldest active integration.';

/** Fills in the form of a new verification, and sends it. */
async function verify(dialog: Locator): Promise<void> {
  await dialog.getByLabel('State').fill('CA');
  await dialog.getByLabel('License number').fill('RN12345');
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

describeInBrowser('the default integration', () => {
  test('is that of the app: what is verified and triggered by default is delivered to it and to a new endpoint', async () => {
    const received: string[] = [];
    const { sandbox, page, visit } = await openSandbox({
      seed: 'demo',
      deliverTo: async (request) => {
        received.push((await request.json()).type);
        return new Response();
      },
    });
    const dialog = page.getByRole('dialog');

    await visit('/verifications');
    await page.getByRole('button', { name: 'Verify a document' }).first().click();
    await dialog.getByText(hint).waitFor();
    expect(await dialog.getByLabel('Integration').inputValue()).toBe(sandbox.integrationId);
    await verify(dialog);
    await sandbox.clock.settle();
    expect(received).toEqual(['document_verification.completed']);

    await visit('/endpoints');
    await page.getByRole('button', { name: 'Add endpoint' }).first().click();
    await dialog.getByText(hint).waitFor();
    expect(await dialog.getByLabel('Owner').inputValue()).toBe(sandbox.integrationId);
    await dialog.getByLabel('URL').fill(`${sandbox.url}/sink/added`);
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
    await dialog.getByRole('heading', { name: 'Endpoint added' }).waitFor();

    await visit('/trigger');
    const integration = page.getByLabel('Integration', { exact: true });
    const preset = integration.getByRole('option', {
      name: 'Default: Demo integration, or the integration of the endpoint',
    });
    await preset.waitFor({ state: 'attached' });
    await page.getByRole('radio', { name: 'document_verification.completed' }).check();
    await page.getByRole('button', { name: 'Send event' }).click();
    await page.getByRole('region', { name: 'Sent', exact: true }).waitFor();
    await sandbox.clock.settle();
    expect(received).toHaveLength(2);
    const [added] = await listed(sandbox.api.GET('/v1/webhook-endpoints'));
    expect(added?.url).toBe(`${sandbox.url}/sink/added`);
    const query = { endpointId: added?.id ?? '' };
    const toIt = await listed(sandbox.api.GET('/v1/webhook-deliveries', { params: { query } }));
    expect(toIt.map(({ status }) => status)).toEqual(['succeeded']);

    await visit('/invitations');
    await page.getByRole('button', { name: 'Invite', exact: true }).first().click();
    await dialog.getByText(hint).waitFor();
    expect(await dialog.getByLabel('Integration').inputValue()).toBe(sandbox.integrationId);
  });

  test('is the next one when it is archived, also among more than a list shows', async () => {
    const sandbox = await startedSandbox();
    const { api, integrationId } = sandbox;
    const create = async (name: string) =>
      (await api.POST('/v1/integrations', { body: { name } })).data;
    const second = await create('Second');
    for (let made = 0; made < 101; made += 1) await create(`Newer ${made}`);
    await api.DELETE('/v1/integrations/{id}', { params: { path: { id: integrationId } } });
    const { page, visit } = await openDashboard(sandbox);
    await visit('/verifications');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Verify a document' }).first().click();
    await dialog.getByText('Defaults to Second, the oldest active integration.').waitFor();
    await verify(dialog);
    const [made] = await listed(api.GET('/v1/document-verifications'));
    expect(made?.integrationId).toBe(second?.id);
  });

  test('is not offered when it is archived, and a list that goes by it says so', async () => {
    const sandbox = await startedSandbox();
    const { api, integrationId } = sandbox;
    const [former] = await listed(api.GET('/v1/integrations'));
    await api.POST('/v1/integrations', { body: { name: 'Present clinic' } });
    await api.DELETE('/v1/integrations/{id}', { params: { path: { id: integrationId } } });
    const { page, visit } = await openDashboard(sandbox);
    const choice = page.getByLabel('Integration', { exact: true });
    const offered = () => choice.getByRole('option').allTextContents();

    await visit('/verifications');
    await expect.poll(offered).toContain('Present clinic');
    expect(await offered()).not.toContain(former?.name);
    await visit(`/verifications?integrationId=${integrationId}`);
    await expect.poll(() => choice.inputValue()).toBe(integrationId);
  });
});
