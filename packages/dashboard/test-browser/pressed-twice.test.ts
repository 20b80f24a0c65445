import type { Sandbox } from '@screening-webhooks/sandbox';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { listed } from '../test/support/listed.js';
import { openSandbox } from '../test/support/started-sandbox.js';

const noAnswer = 'The service does not answer. Is it still running?';
const expected = /net::ERR_CONNECTION_RESET|status of (409|422)/;

/** Drops the answer to the first POST of a path, after the service has carried it out. @returns the keys of all POST requests. */
async function loseFirstAnswer(page: Page, path: string): Promise<readonly string[]> {
  const keys: string[] = [];
  await page.route(`**${path}`, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    keys.push(request.headers()['idempotency-key'] ?? '');
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  return keys;
}

/** Opens the form of a new integration and fills it in. */
async function newIntegration(page: Page, name: string) {
  await page.getByRole('button', { name: 'Create integration' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  return { dialog, submit: dialog.getByRole('button', { name: 'Create integration' }) };
}

const names = async ({ api }: Sandbox) =>
  (await listed(api.GET('/v1/integrations'))).map(({ name }) => name);

describeInBrowser('a form that is sent twice', () => {
  test('a double click creates one integration, and so does the next form', async () => {
    const { sandbox, page, visit } = await openSandbox({}, { expected });
    await visit('/integrations');
    const made = await names(sandbox);
    for (let time = 1; time <= 5; time += 1) {
      const { dialog, submit } = await newIntegration(page, `Portal ${time}`);
      await submit.dblclick();
      await dialog.waitFor({ state: 'detached' });
      made.unshift(`Portal ${time}`);
      await visit('/integrations');
      expect(await names(sandbox)).toEqual(made);
    }
  });

  test('says that the first press was carried out, when the form was edited after its answer was lost', async () => {
    const { sandbox, page, visit } = await openSandbox({}, { expected });
    await visit('/integrations');
    await loseFirstAnswer(page, '/v1/integrations');
    const before = await names(sandbox);
    const { dialog, submit } = await newIntegration(page, 'Portal');
    await submit.click();
    await dialog.getByRole('alert').getByText(noAnswer).waitFor();
    await dialog.getByLabel('Name').fill('Intake');
    await submit.click();
    await dialog.getByRole('alert').getByText('only its answer was lost').waitFor();
    expect(await names(sandbox)).toEqual(['Portal', ...before]);

    await submit.click();

    await dialog.waitFor({ state: 'detached' });
    expect(await names(sandbox)).toEqual(['Intake', 'Portal', ...before]);
  });

  test('uploads each file once, and creates one verification', async () => {
    const { sandbox, page, visit } = await openSandbox({}, { expected });
    await visit('/verifications');
    await page.getByRole('button', { name: 'Verify a document' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Document' }).selectOption('cpr-card');
    await dialog.getByLabel('State').fill('CA');
    await dialog.getByLabel('Holder name').fill('Maria Ortiz');
    const pdf = (name: string) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.7\n${name}`),
    });
    await dialog.getByLabel('Files').setInputFiles([pdf('front.pdf'), pdf('back.pdf')]);
    const uploads = await loseFirstAnswer(page, '/v1/files');
    const orders = await loseFirstAnswer(page, '/v1/document-verifications');
    const submit = dialog.getByRole('button', { name: 'Verify', exact: true });
    await submit.click();
    await dialog.getByRole('alert').getByText(noAnswer).waitFor();
    await expect.poll(() => uploads.length).toBe(2);
    await submit.click();
    await expect.poll(() => orders.length).toBe(1);
    await dialog.getByRole('alert').getByText(noAnswer).waitFor();
    await submit.click();

    await dialog.waitFor({ state: 'detached' });
    expect(new Set(uploads).size).toBe(2);
    expect(orders).toEqual([orders[0], orders[0]]);
    const [verification, ...others] = await listed(sandbox.api.GET('/v1/document-verifications'));
    expect(verification?.status).toBe('PROCESSING');
    expect(others).toEqual([]);
  });
});
