import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { chooseFile, press, tabTo, type } from '../../test/support/keyboard.js';
import { listed } from '../../test/support/listed.js';
import { openFromMenu } from '../../test/support/open-from-menu.js';
import { expectAccessibleHosted, openPhone } from '../../test/support/open-phone.js';
import { openSandbox } from '../../test/support/started-sandbox.js';

// The smallest PNG: one pixel.
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

describeInBrowser('invite', () => {
  test('a candidate completes the intake on a phone without script, by keyboard alone, and the dashboard shows what it started', async () => {
    const { sandbox, page: dashboard } = await openSandbox({ deliverTo: () => new Response() });

    // The candidate is created and invited.
    await openFromMenu(dashboard, 'Candidates');
    await expectAccessible(dashboard);
    await dashboard.getByRole('button', { name: 'Create candidate' }).first().click();
    const dialog = dashboard.getByRole('dialog');
    await dialog.getByLabel('First name').fill('Maria');
    await dialog.getByLabel('Last name').fill('Ortiz');
    await dialog.getByLabel('Email').fill('maria@example.com');
    await expectAccessible(dashboard);
    await dialog.getByRole('button', { name: 'Create candidate' }).click();
    await dashboard.getByRole('heading', { level: 1, name: 'Maria Ortiz' }).waitFor();
    await expectAccessible(dashboard);
    await dashboard.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.getByLabel('Role').selectOption('Registered nurse');
    await dialog.getByLabel('Work state').fill('CA');
    await expectAccessible(dashboard);
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    const asCandidate = dialog.getByRole('link', { name: 'Open as candidate' });
    const address = (await asCandidate.getAttribute('href')) ?? '';
    await expectAccessible(dashboard);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dashboard.getByText('invited', { exact: true }).waitFor();

    const phone = await openPhone(address);
    const heading = (name: string) => phone.getByRole('heading', { level: 1, name }).waitFor();
    const send = (name: string) => press(phone, phone.getByRole('button', { name }));
    const field = (label: string) => phone.getByLabel(label);
    await heading('Your background check');
    await expectAccessibleHosted(phone);
    await press(phone, phone.getByRole('link', { name: 'Start' }));

    await heading('About you');
    await expectAccessibleHosted(phone);
    await send('Save and continue');
    // Missing fields are listed, and each message leads to its field.
    await phone.getByRole('alert').waitFor();
    await expectAccessibleHosted(phone);
    await press(phone, phone.getByRole('link', { name: /date of birth/ }));
    await phone.keyboard.type('02281990');
    await type(phone, field('Last four digits'), '6789');
    await send('Save and continue');

    await heading('Disclosure and authorization');
    await tabTo(phone, field('I have read the disclosure'));
    await phone.keyboard.press('Space');
    await type(phone, field('Your full name'), 'Maria Ortiz');
    await expectAccessibleHosted(phone);
    await send('Save and continue');

    await heading('Registered nurse license');
    await type(phone, field('License number'), 'rn 48');
    await send('Save and continue');
    await phone.getByRole('alert').waitFor();
    await expectAccessibleHosted(phone);
    await tabTo(phone, field('License number'));
    await phone.keyboard.press('Control+A');
    await phone.keyboard.type('RN482913');
    await send('Save and continue');

    await heading('CPR card');
    await type(phone, field('Holder name'), 'Maria Ortiz');
    await chooseFile(phone, field('Files'), {
      name: 'card.png',
      mimeType: 'image/png',
      buffer: photo,
    });
    await expectAccessibleHosted(phone);
    await send('Save and continue');

    await heading('Tuberculosis test');
    await type(phone, field('Holder name'), 'Maria Ortiz');
    await send('Save and continue');

    await heading('Vaccination record');
    await expectAccessibleHosted(phone);
    await send('Skip this document');

    await heading('Check your answers');
    await phone.getByText('1990-02-28').waitFor();
    await phone.getByText('RN482913').waitFor();
    await expectAccessibleHosted(phone);
    await send('Submit my answers');

    await heading('Thank you');
    await expectAccessibleHosted(phone);

    // The dashboard notices at the next click.
    await openFromMenu(dashboard, 'Invitations');
    await dashboard.getByRole('link', { name: 'Registered nurse' }).click();
    // The list says "completed" too.
    await dashboard.getByRole('heading', { level: 1, name: 'Invitation of Maria Ortiz' }).waitFor();
    await dashboard.getByText('completed', { exact: true }).waitFor();
    await expectAccessible(dashboard);
    await dashboard.getByRole('link', { name: /^Maria Ortiz/ }).click();
    await dashboard.getByRole('heading', { level: 1, name: 'Maria Ortiz' }).waitFor();
    await dashboard.getByText('completed', { exact: true }).first().waitFor();
    const verifications = dashboard.getByRole('region', { name: 'Verifications, table' });
    for (const document of ['Registered nurse license', 'CPR card', 'Tuberculosis test']) {
      await verifications.getByRole('row', { name: document }).getByText('processing').waitFor();
    }
    await expectAccessible(dashboard);
    await dashboard
      .getByRole('region', { name: 'Reports, table' })
      .getByRole('link', { name: 'Clinician' })
      .click();
    const checks = dashboard.getByRole('region', { name: 'Checks' });
    await checks.getByText('in progress').first().waitFor();
    await expectAccessible(dashboard);

    const [candidate] = await listed(sandbox.api.GET('/v1/candidates'));
    expect(candidate).toMatchObject({
      status: 'completed',
      dateOfBirth: '1990-02-28',
      ssnLast4: '6789',
      authorization: { source: 'hosted' },
    });
    const [invitation] = await listed(sandbox.api.GET('/v1/invitations'));
    const [report, ...reports] = await listed(sandbox.api.GET('/v1/reports'));
    expect(report).toMatchObject({ status: 'in_progress', invitationId: invitation?.id });
    expect(reports).toEqual([]);
    const verified = await listed(sandbox.api.GET('/v1/document-verifications'));
    expect(verified.map(({ documentConfigSlug }) => documentConfigSlug).sort()).toEqual([
      'cpr-card',
      'rn-license',
      'tb-test',
    ]);
  });
});
