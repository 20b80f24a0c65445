import type { Sandbox } from '@screening-webhooks/sandbox';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../test/support/browser.js';
import { confirm } from '../../test/support/confirm.js';
import { expectAccessible } from '../../test/support/expect-accessible.js';
import { press, tabTo, type } from '../../test/support/keyboard.js';
import { listed } from '../../test/support/listed.js';
import { openDashboard, type View } from '../../test/support/open-dashboard.js';
import { openFromMenu } from '../../test/support/open-from-menu.js';
import { expectAccessibleHosted, openPhone } from '../../test/support/open-phone.js';
import { startedSandbox } from '../../test/support/started-sandbox.js';

// A Monday. The report is complete and adjudicated on Tuesday: seven days later are also five business days later.
const START = '2026-03-02T15:00:00Z';

/** Orders a report that finds records, waits until it is complete, and opens it. */
async function openReport(view: View = {}): Promise<{ sandbox: Sandbox; page: Page }> {
  const sandbox = await startedSandbox({ clock: { at: START } });
  const { data, error } = await sandbox.api.POST('/v1/candidates', {
    body: {
      firstName: 'Derek',
      // This name makes a check find records.
      lastName: 'Consider',
      email: 'derek@example.com',
      dateOfBirth: '1990-02-28',
      ssnLast4: '6789',
    },
  });
  if (!data) throw new Error(error?.detail);
  const { page, visit } = await openDashboard(sandbox, view);
  await visit(`/candidates/${data.id}`);
  await page.getByRole('button', { name: 'Order report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Package').selectOption('Essential');
  await dialog.getByLabel('Work state').fill('CA');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Order report' }).click();
  await page.getByRole('heading', { level: 1, name: 'Essential of Derek Consider' }).waitFor();
  expect(await page.getByRole('button', { name: 'Adjudicate' }).isDisabled()).toBe(true);
  await passDay(page, 'Mar 3');
  await page.getByText('consider', { exact: true }).first().waitFor();
  await expectAccessible(page);
  return { sandbox, page };
}

/** Moves the clock by a day, and waits until it shows `day`. */
async function passDay(page: Page, day: string): Promise<void> {
  await page.getByRole('button', { name: '+1 day' }).click();
  await page.getByRole('region', { name: 'Clock' }).getByText(`${day}, 2026`).waitFor();
}

/** Decides against the candidate because of one record, and opens the adverse action. */
async function takeAdverseAction(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Adjudicate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Adverse action' }).check();
  await expectAccessible(page);
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Adverse action' }).click();
  await page
    .getByRole('heading', { level: 1, name: 'Adverse action for Derek Consider' })
    .waitFor();
}

/** The texts of the stages of the adverse action. */
async function stagesOf(page: Page): Promise<string[]> {
  const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
  return (await stages.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
}

/** The subjects in the outbox, newest first. */
async function subjectsInOutbox(page: Page): Promise<string[]> {
  await openFromMenu(page, 'Outbox');
  const messages = page.getByRole('navigation', { name: 'Messages' }).getByRole('link');
  await messages.first().waitFor();
  await expectAccessible(page);
  return messages.allInnerTexts();
}

/** The adverse action as the API shows it. */
async function adverseAction({ api }: Sandbox) {
  const [action] = await listed(api.GET('/v1/adverse-actions'));
  if (!action) throw new Error('No adverse actions yet.');
  return action;
}

describeInBrowser('adverse action', () => {
  test('without a dispute, the final notice follows seven days after the pre-notice', async () => {
    const { sandbox, page } = await openReport();
    await takeAdverseAction(page);
    const [report] = await listed(sandbox.api.GET('/v1/reports'));
    const found = report?.checks.flatMap(({ records }) => records.map(({ id }) => id)) ?? [];
    expect((await adverseAction(sandbox)).recordIds).toEqual(found.slice(0, 1));
    expect(await stagesOf(page)).toEqual([
      expect.stringMatching(/Pre.notice.*Now/),
      expect.stringMatching(/Dispute.*Not yet/),
      expect.stringMatching(/Final notice.*Not yet/),
    ]);
    // The waiting period is shown before anything is typed, also to keyboards and screen readers.
    const send = page.getByRole('button', { name: 'Send final notice' });
    expect(await send.isDisabled()).toBe(true);
    await send.focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .getByText(/Possible from Mar 10, 2026.* UTC\./)
      .waitFor();
    const reason = page.locator(`[id="${await send.getAttribute('aria-describedby')}"]`);
    expect(await reason.innerText()).toContain('Possible from Mar 10');
    await page.getByText('7 days or 5 business days after the pre-notice').waitFor();
    await expectAccessible(page);

    for (const day of ['4', '5', '6', '7', '8', '9']) await passDay(page, `Mar ${day}`);
    expect((await adverseAction(sandbox)).stage).toBe('pre-notice');
    await passDay(page, 'Mar 10');

    await page.getByText('completed', { exact: true }).first().waitFor();
    expect(await stagesOf(page)).toEqual([
      expect.stringMatching(/Pre.notice.*Done/),
      expect.stringMatching(/Dispute.*Skipped/),
      // Seven days on the clocks of New York, which went forward on March 8.
      expect.stringMatching(/Final notice.*Done · Mar 10, 2026, 2:00:00/),
    ]);
    await expectAccessible(page);
    expect(await adverseAction(sandbox)).toMatchObject({
      status: 'completed',
      finalNoticeSentAt: '2026-03-10T14:00:00.000Z',
    });
    expect(await subjectsInOutbox(page)).toEqual([
      expect.stringContaining('The decision about you'),
      expect.stringContaining('Your background report, before a decision about you'),
    ]);
  });

  test('a dispute, by the candidate on a phone without script, stops the waiting period until it is resolved', async () => {
    const { sandbox, page } = await openReport();
    await takeAdverseAction(page);
    await passDay(page, 'Mar 4');
    const asCandidate = page.getByRole('link', { name: 'Open as candidate' });
    const phone = await openPhone((await asCandidate.getAttribute('href')) ?? '');
    const send = () => press(phone, phone.getByRole('button', { name: 'Submit the dispute' }));
    const heading = (name: string) => phone.getByRole('heading', { level: 1, name }).waitFor();

    await heading('Dispute your background report');
    await expectAccessibleHosted(phone);
    await send();
    await phone.getByRole('alert').waitFor();
    await expectAccessibleHosted(phone);
    await type(phone, phone.getByLabel('What is wrong or incomplete?'), 'That was my brother.');
    await tabTo(phone, phone.getByRole('checkbox').first());
    await phone.keyboard.press('Space');
    await send();
    await heading('We received your dispute');
    await phone.getByText('That was my brother.').waitFor();
    await expectAccessibleHosted(phone);

    // The waiting period would have ended on March 10.
    for (let day = 5; day <= 12; day += 1) await passDay(page, `Mar ${day}`);
    await page.getByText('That was my brother.').waitFor();
    expect(await stagesOf(page)).toEqual([
      expect.stringMatching(/Pre.notice.*Done/),
      expect.stringMatching(/Dispute.*Now/),
      expect.stringMatching(/Final notice.*Not yet/),
    ]);
    expect(await page.getByRole('button', { name: 'Send final notice' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resolve dispute' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Outcome').selectOption('Accurate');
    await confirm(page, 'Resolve dispute', 'Type Derek Consider to confirm', 'Derek Consider');
    await page.getByRole('region', { name: 'Dispute' }).getByText('accurate').waitFor();
    await phone.reload();
    await heading('Your dispute is resolved');
    await expectAccessibleHosted(phone);

    // Six of the seven days were left.
    for (let day = 13; day <= 17; day += 1) await passDay(page, `Mar ${day}`);
    expect((await adverseAction(sandbox)).status).toBe('open');
    await passDay(page, 'Mar 18');

    await page.getByText('completed', { exact: true }).first().waitFor();
    expect(await stagesOf(page)).toEqual([
      expect.stringMatching(/Pre.notice.*Done/),
      expect.stringMatching(/Dispute.*Done/),
      expect.stringMatching(/Final notice.*Done/),
    ]);
    await expectAccessible(page);
    expect(await adverseAction(sandbox)).toMatchObject({
      status: 'completed',
      finalNoticeSentAt: '2026-03-18T14:00:00.000Z',
      dispute: { openedBy: 'candidate', statement: 'That was my brother.', outcome: 'accurate' },
    });
    await phone.reload();
    await heading('The decision was made');
    await expectAccessibleHosted(phone);
    expect(await subjectsInOutbox(page)).toEqual([
      expect.stringContaining('The decision about you'),
      expect.stringContaining('Your dispute about your background report is resolved'),
      expect.stringContaining('Your background report, before a decision about you'),
    ]);
  });

  test('the final notice is taken off its schedule and put on it again, and a dispute is filed for the candidate', async () => {
    const { sandbox, page } = await openReport({ expected: /a status of 422/ });
    await takeAdverseAction(page);
    const dialog = page.getByRole('dialog');
    const at = dialog.getByLabel('Send at (UTC)');
    const reschedule = dialog.getByRole('button', { name: 'Reschedule' });
    const open = () => page.getByRole('button', { name: 'Reschedule' }).click();
    const scheduled = async () => (await adverseAction(sandbox)).finalNoticeScheduledAt;

    await open();
    expect(await at.inputValue()).toBe('2026-03-10T14:00');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Clear' }).click();
    expect(await at.inputValue()).toBe('');
    await reschedule.click();
    await page.getByText('Only on request', { exact: true }).waitFor();
    expect(await scheduled()).toBeNull();
    for (const day of ['4', '5', '6', '7', '8', '9', '10', '11', '12'])
      await passDay(page, `Mar ${day}`);

    await open();
    expect(await at.inputValue()).toBe('');
    await at.fill('2026-03-11T12:00');
    await reschedule.click();
    await dialog.getByText('This cannot be in the past.').first().waitFor();
    expect(await at.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await at.fill('2026-03-13T12:30:15');
    await reschedule.click();
    await page.getByText('Mar 13, 2026, 12:30:15').first().waitFor();
    expect(await scheduled()).toBe('2026-03-13T12:30:15.000Z');

    const dispute = page.getByRole('button', { name: 'Dispute', exact: true });
    await dispute.click();
    const file = dialog.getByRole('button', { name: 'Dispute' });
    const finding = dialog.getByRole('checkbox').first();
    await dialog.getByLabel('Statement').fill('That was my brother.');
    expect(await finding.isChecked()).toBe(true);
    await finding.uncheck();
    expect(await file.isDisabled()).toBe(true);
    await finding.check();
    await expectAccessible(page);
    await file.click();
    await page.getByRole('region', { name: 'Dispute' }).getByText('my brother').waitFor();
    const { dispute: filed, recordIds } = await adverseAction(sandbox);
    expect(filed).toMatchObject({ statement: 'That was my brother.', recordIds, checkIds: [] });
    expect(await dispute.isDisabled()).toBe(true);
  });

  test('engaging the candidate asks for confirmation, and cancels the adverse action permanently', async () => {
    const { sandbox, page } = await openReport();
    await takeAdverseAction(page);
    await page.goBack();
    await page.getByRole('button', { name: 'Adjudicate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Engage' }).check();
    await confirm(page, 'Engage', 'Type engage to confirm', 'engage');
    await page.getByText('engaged', { exact: true }).first().waitFor();
    expect((await adverseAction(sandbox)).status).toBe('canceled');
    expect(await page.getByRole('button', { name: 'Adjudicate' }).isDisabled()).toBe(true);
  });
});
