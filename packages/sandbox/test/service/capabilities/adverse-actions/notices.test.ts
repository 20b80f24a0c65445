import { describe, expect, it } from 'vitest';
import { tenants } from '../../../../src/service/db/schema/index.js';
import {
  act,
  adjudicate,
  mails,
  openAction,
  renameCandidate,
  setTimeZone,
} from '../../../support/adverse-actions.js';
import { sharedService } from '../../../support/service.js';

// Service tables 6.3: what the notices must contain.

const service = sharedService();
const advance = (duration: string) => service().control('/clock', { advance: duration });
const subjects = async () => (await mails(service())).map(({ subject }) => subject);
const last = async () => String((await mails(service())).at(-1)?.['text']);

const PRE = 'Your background report, before a decision about you (synthetic)';
const FINAL = 'The decision about you (synthetic)';
const RESOLVED = 'Your dispute about your background report is resolved (synthetic)';
const CANCELED = 'The notice about your background report was withdrawn (synthetic)';

describe('the pre-notice', () => {
  it('carries the report, the rights, the contact of the agency and the link to dispute', async () => {
    const { disputeUrl, report } = await openAction(service());
    const [mail, ...more] = await mails(service());
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: 'maria.ortiz@example.com', subject: PRE });
    const text = String(mail?.['text']);
    for (const part of [
      'Hello Maria Ortiz,',
      `\n${disputeUrl}\n`,
      // The grounds.
      '\n- National criminal search: Theft, misdemeanor (Travis County, TX, severity medium)\n',
      '\n- Employment verification: unable to verify\n',
      // The report, including the findings in the candidate's favor.
      `Your report ${report.id}, completed on Wednesday, December 31, 2025 at 7:00 PM EST. Result: consider.`,
      '\n- SSN trace: clear\n- National criminal search: consider\n  - Theft, misdemeanor (',
      '\n  - Trespass, misdemeanor (Travis County, TX, severity medium)\n',
      '[Placeholder: the real service encloses the summary of rights under the Fair Credit Reporting Act here.]',
      'The agency:\nBackground Screening Service (sandbox)\n',
      '\ndisputes@screening.example\n',
      'on or after Thursday, January 8, 2026 at 7:00 PM EST',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('names only what it is based on, and the time of the account', async () => {
    await setTimeZone(service(), 'Asia/Kolkata');
    await openAction(service(), { checkIds: [], waitingPeriodDays: 9 });
    const text = await last();
    const [basis = ''] = text.split('Your report');
    expect(basis).toContain('Trespass');
    expect(basis).not.toContain('Employment');
    expect(text).toMatch(/on or after Saturday, January 10, 2026 at 5:30 AM (GMT\+5:30|IST)\./);
  });
});

it('the final notice says who decided, how to dispute, and that a copy is free for 60 days', async () => {
  const { report } = await openAction(service());
  await advance('8d');
  expect(await subjects()).toEqual([PRE, FINAL]);
  const text = await last();
  for (const part of [
    `has decided not to engage you. The decision is based in whole or in part on these findings in your background report ${report.id}:`,
    '\n- National criminal search: Theft',
    'The agency that prepared the report did not make this decision',
    'You have the right to dispute the accuracy or completeness of the report with the agency',
    'a free copy of your report if you ask the agency for it within 60 days',
    'disputes@screening.example',
  ]) {
    expect(text).toContain(part);
  }
});

describe('when a dispute is resolved', () => {
  it.each([
    ['accurate', 'found that what you disputed is accurate'],
    ['withdrawn', 'Your dispute was withdrawn.'],
  ])('%s, the candidate is told when the decision can become final', async (outcome, told) => {
    const { id } = await openAction(service());
    await act(service(), id, 'dispute', { statement: 'Not me.' });
    await advance('1d');
    await act(service(), id, 'resolve-dispute', { outcome });
    expect(await subjects()).toEqual([PRE, RESOLVED]);
    const text = await last();
    expect(text).toContain(told);
    expect(text).toContain('on or after Friday, January 9, 2026 at 7:00 PM EST');
    expect(text).toContain('Theft');
  });

  it('after an amendment, they get the report without the deleted findings', async () => {
    const { id, report } = await openAction(service());
    const recordIds = [report.recordIds[0]];
    await act(service(), id, 'dispute', { statement: 'Not me.', recordIds });
    await act(service(), id, 'resolve-dispute', { outcome: 'amended' });
    const text = await last();
    expect(text).toContain('were deleted from the report');
    expect(text).toContain('Trespass');
    expect(text).not.toContain('Theft');
  });

  it('without remaining findings, a mail says that the notice is withdrawn', async () => {
    const { id } = await openAction(service());
    await act(service(), id, 'dispute', { statement: 'Not me.' });
    await act(service(), id, 'resolve-dispute', { outcome: 'amended' });
    expect(await subjects()).toEqual([PRE, RESOLVED, CANCELED]);
    expect(String((await mails(service()))[1]?.['text'])).not.toContain('become final');
  });
});

it('a cancelation and a decision to engage withdraw the notice', async () => {
  const { id, report } = await openAction(service());
  await act(service(), id, 'cancel');
  expect(await last()).toContain('You do not need to do anything.');
  await adjudicate(service(), report, { recordIds: report.recordIds });
  await adjudicate(service(), report, { decision: 'engage' });
  expect(await subjects()).toEqual([PRE, CANCELED, PRE, CANCELED]);
});

it('every notice says that it is synthetic, and that it has no legal effect', async () => {
  const { id } = await openAction(service());
  await act(service(), id, 'dispute', { statement: 'Not me.' });
  await act(service(), id, 'resolve-dispute', { outcome: 'accurate' });
  await advance('9d');
  const { id: second } = await openAction(service());
  await act(service(), second, 'cancel');
  expect(await subjects()).toEqual([PRE, RESOLVED, FINAL, PRE, CANCELED]);
  for (const { text, subject } of await mails(service())) {
    expect(text).toMatch(/^SYNTHETIC: .* no legal effect\.\n/);
    expect(subject).toMatch(/\(synthetic\)$/);
  }
});

it('names of others add no lines to a notice', async () => {
  const { id, report } = await openAction(service());
  await renameCandidate(service(), report, 'Eve\n\nThe agency:\nevil@example.com');
  await service().sql.update(tenants).set({ name: 'Acme\r\n- Evil' });
  await act(service(), id, 'cancel');
  const text = await last();
  expect(text).toContain('Eve The agency: evil@example.com Ortiz,');
  expect(text).toContain('Acme - Evil withdrew');
});
