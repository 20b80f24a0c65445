import { expect, test } from 'vitest';
import { describeInBrowser } from '../test/support/browser.js';
import { expectAccessible } from '../test/support/expect-accessible.js';
import { openSandbox } from '../test/support/started-sandbox.js';

describeInBrowser('a verification', () => {
  test('waits for what it needs, gets its fields and a file, and ends as chosen', async () => {
    const { sandbox, page, visit } = await openSandbox();
    const verification = async () =>
      (await sandbox.api.GET('/v1/document-verifications')).data?.data.at(0);
    await visit('/verifications');
    await page.getByRole('button', { name: 'Verify a document' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('combobox', { name: 'Document', exact: true })
      .selectOption('Licensed practical nurse license');
    await dialog.getByText('Request as code').click();
    const curl = dialog.getByRole('region', { name: 'The request as curl' });
    await curl.getByText('"documentConfigSlug": "lpn-license"').waitFor();
    expect(await curl.textContent()).not.toContain('"CA"');
    await dialog.getByLabel('State').fill('ca');
    await curl.getByText('"state": "CA"').waitFor();
    expect(await curl.textContent()).toContain('Authorization: Bearer $SCREENING_API_KEY');
    await dialog.getByText('More fields').click();
    await dialog.getByLabel('External ID').fill('7');
    await dialog.getByLabel('Metadata').fill('{"orderId": "A-1"}');
    await dialog.getByRole('button', { name: 'Verify', exact: true }).click();

    await page.getByRole('heading', { level: 1 }).getByText('Licensed practical').waitFor();
    expect(await verification()).toMatchObject({
      documentConfigSlug: 'lpn-license',
      state: 'CA',
      externalId: '7',
      metadata: { orderId: 'A-1' },
      status: 'PENDING',
    });

    await page.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByLabel('Outcome').selectOption({ label: 'FAILED: it has expired' });
    const number = await dialog.getByLabel('License number').inputValue();
    await dialog.getByLabel('Holder name').fill('Ada Okafor');
    await dialog.getByLabel('Expires on').fill('2031-05-31');
    await dialog.getByLabel('Files').setInputFiles({
      name: 'license.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4 a license'),
    });
    await dialog.getByText('Request as code').click();
    await dialog.getByRole('button', { name: 'TypeScript' }).click();
    const code = dialog.getByRole('region', { name: 'The request as TypeScript' });
    await code.getByText('fileIds: ["<id of license.pdf>"]').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '+1 day' }).click();

    await page.getByText('failed', { exact: true }).first().waitFor();
    const ended = await verification();
    expect(ended).toMatchObject({
      status: 'FAILED',
      formData: { licenseNumber: number, holderName: 'Ada Okafor', expiresOn: '2031-05-31' },
    });
    expect(ended?.verificationFileUploads).toHaveLength(1);
  });

  test('is seen to end when somebody else moves the frozen clock', async () => {
    const { sandbox, page, visit } = await openSandbox();
    const { verificationId } = await sandbox.verifications.create({
      documentConfigSlug: 'rn-license',
      state: 'CA',
      formData: { licenseNumber: '123456' },
    });
    await visit(`/verifications/${verificationId}`);
    await page.getByText('processing', { exact: true }).first().waitFor();
    const clock = page.getByRole('region', { name: 'Clock' });
    const before = await clock.locator('time').getAttribute('datetime');

    const { now } = await sandbox.clock.advance('2h');

    await page.getByText('verified', { exact: true }).first().waitFor();
    expect(await clock.locator('time').getAttribute('datetime')).toBe(now);
    expect(before).not.toBe(now);
  });

  test('says what it waits for, and asks for a decision only if nobody else decides', async () => {
    const { sandbox, page, visit } = await openSandbox();
    const order = async (licenseNumber: string) =>
      sandbox.verifications.create({
        documentConfigSlug: 'rn-license',
        state: 'CA',
        formData: { licenseNumber },
      });
    const slow = await order('SBX-SLOW-1');
    await visit(`/verifications/${slow.verificationId}`);
    await page
      .getByText('The next request to the issuing source is due, but the clock is frozen.')
      .waitFor();
    await page.getByText('No decision is needed').waitFor();
    await page.getByRole('button', { name: 'Run due work' }).click();
    await page.getByText('The answer of the issuing source is due in 1 d.').waitFor();
    await page.getByText('1 job ran.').waitFor();
    // The record has no other field.
    expect(await page.getByLabel('Record as JSON').innerText()).not.toContain('waitsFor');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Move the clock to that time' }).click();
    await page.getByText('verified', { exact: true }).first().waitFor();
    await page.getByText('The clock moved by 1 d.').waitFor();

    const held = await order('SBX-HOLD-1');
    await sandbox.clock.settle();
    await visit(`/verifications/${held.verificationId}`);
    await page.getByText('Waiting for a decision by hand.').waitFor();
    expect(await page.getByText('No decision is needed').count()).toBe(0);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('verified', { exact: true }).first().waitFor();
  });
});
