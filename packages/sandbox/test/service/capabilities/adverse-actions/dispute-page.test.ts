import { describe, expect, it } from 'vitest';
import { tenants } from '../../../../src/service/db/schema/index.js';
import {
  act,
  getAction,
  type OpenedAction,
  openAction,
  setTimeZone,
  storedReport,
} from '../../../support/adverse-actions.js';
import { plainBrowser } from '../../../support/plain-browser.js';
import { sharedService } from '../../../support/service.js';

// The page on which a candidate disputes a report. Tests for all hosted pages are in pages/hosted-pages.test.ts.

const service = sharedService();
const browser = () => plainBrowser(service().description.url);
const advance = (by: string) => service().control('/clock', { advance: by });
const statement = 'Not me.\nNever.';

/** Sends a form that a browser cannot send from the page. */
function send(url: string, body: string) {
  const headers = {
    origin: new URL(url).origin,
    'content-type': 'application/x-www-form-urlencoded',
  };
  return fetch(url, { method: 'POST', redirect: 'manual', headers, body });
}

it('leads from the findings by what is wrong to the confirmation', async () => {
  await setTimeZone(service(), 'Pacific/Honolulu');
  await service().sql.update(tenants).set({ name: 'Acme Clinic', brandColor: '#c0ffee' });
  const { id, disputeUrl, report } = await openAction(service(), { checkIds: [] });
  const page = await browser().open(disputeUrl);
  expect(page).toMatchObject({ status: 200, heading: 'Dispute your background report' });
  for (const part of [
    'National criminal search: Theft, misdemeanor (Travis County, TX, severity medium)',
    'Notice sentWednesday, December 31, 2025 at 2:00 PM HST',
    'final on or afterThursday, January 8, 2026 at 2:00 PM HST',
    'Acme Clinic may decide',
  ]) {
    expect(page.text).toContain(part);
  }
  expect(page.text).not.toContain('Employment');
  expect(page.html).toContain('--brand: #c0ffee; --on-brand: #000');
  expect(page.html).not.toContain(report.recordIds[0]);

  // Disputing one finding leaves the others undisputed.
  const untouched = await browser().submit(page, { statement });
  expect(untouched).toMatchObject({
    status: 422,
    errors: { 'finding-1': 'Select at least one finding that you dispute.' },
  });

  const refusals: readonly (readonly [chosen: string[], text: string, errors: object])[] = [
    [
      [],
      ' \n ',
      {
        'finding-1': 'Select at least one finding that you dispute.',
        statement: 'Tell us what is wrong or incomplete.',
      },
    ],
    [
      ['2'],
      'It is 078-05-1120.',
      { statement: 'Do not include a full Social Security number. Your text was not saved.' },
    ],
    [
      ['2'],
      'It is\0 not me.',
      { statement: 'Your text: we could not read some characters. Enter it again.' },
    ],
  ];
  for (const [findings, text, errors] of refusals) {
    const refused = await browser().submit(page, { findings, statement: text });
    expect(refused).toMatchObject({ status: 422, errors });
    expect(refused.html).toContain('<title>Error: ');
    expect(refused.html).not.toContain('1120');
    expect(refused.html.match(/checked=""/g)?.length ?? 0).toBe(findings.length);
  }
  for (const [body, told] of [
    ['findings=1&findings=4&statement=Not+%3Cb%3Eme', '>Not &lt;b&gt;me</textarea>'],
    ['findings=1&statement=M%E9l', 'we could not read some characters'],
  ] as const) {
    const refused = await send(disputeUrl, body);
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(told)]);
  }
  expect(await getAction(service(), id)).toMatchObject({ dispute: null });

  await advance('2d');
  const sent = await browser().submit(page, { findings: ['2'], statement });
  expect(sent).toMatchObject({ status: 200, heading: 'We received your dispute' });
  expect(sent.text).toContain('DisputedFriday, January 2, 2026 at 2:00 PM HST');
  expect(sent.text).toContain('To be resolved bySunday, February 1, 2026 at 2:00 PM HST');
  expect(sent.html).toContain('>Not me.\nNever.</dd>');
  expect(sent.text).toContain('You wrote');
  expect(await getAction(service(), id)).toMatchObject({
    stage: 'dispute',
    dispute: { openedBy: 'candidate', statement, recordIds: [report.recordIds[1]], checkIds: [] },
    history: [{}, { action: 'dispute', by: 'candidate' }],
  });
  expect((await storedReport(service(), report)).status).toBe('disputed');
});

it('two forms at once open one dispute, about all that is ticked', async () => {
  const { id, disputeUrl, report } = await openAction(service());
  const page = await browser().open(disputeUrl);
  const sent = await Promise.all(
    [1, 2].map(() => browser().submit(page, { findings: ['1', '2', '3'], statement })),
  );
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await getAction(service(), id)).toMatchObject({
    history: [{}, {}],
    dispute: { recordIds: report.recordIds, checkIds: [report.checkId] },
  });
});

describe('a form that is late is refused, and the page says why', () => {
  const disputed = ({ id, report: { recordIds } }: OpenedAction) =>
    act(service(), id, 'dispute', { statement: 'Not me.', recordIds: [recordIds[0]] });
  const resolved = (outcome: string) => async (opened: OpenedAction) => {
    await disputed(opened);
    await act(service(), opened.id, 'resolve-dispute', { outcome });
  };
  const eligible = 'can become final on or after Thursday, January 8, 2026 at 7:00 PM EST';
  const isResolved = 'Your dispute is resolved';

  it.each<readonly [string, (opened: OpenedAction) => Promise<unknown>, string, string[]]>([
    ['disputed', disputed, 'We received your dispute', ['Written for you']],
    ['accurate', resolved('accurate'), isResolved, ['what you disputed is accurate', eligible]],
    ['amended', resolved('amended'), isResolved, ['were deleted from the report', eligible]],
    [
      'canceled',
      ({ id }) => act(service(), id, 'cancel'),
      'There is nothing to dispute',
      ['withdrew the notice'],
    ],
    [
      'canceled in a dispute',
      async (opened) => {
        await disputed(opened);
        await act(service(), opened.id, 'cancel');
      },
      'There is nothing to dispute',
      ['Written for youNot me.'],
    ],
    [
      'decided',
      () => advance('8d'),
      'The decision was made',
      ['its decision on Thursday, January 8, 2026', 'disputes@screening.example'],
    ],
  ])('%s', async (_state, reach, heading, told) => {
    const opened = await openAction(service());
    const form = await browser().open(opened.disputeUrl);
    await reach(opened);
    const before = await getAction(service(), opened.id);
    const shown = await browser().open(opened.disputeUrl);
    const late = await browser().submit(form, { statement });
    expect([shown.status, late.status]).toEqual([200, 409]);
    for (const page of [shown, late]) {
      expect(page.heading).toBe(heading);
      expect(page.html).not.toContain('<form');
      for (const part of told) expect(page.text).toContain(part);
    }
    expect(await getAction(service(), opened.id)).toEqual(before);
  });
});

it('a candidate of a suspended account can still dispute, and the page says so', async () => {
  const { disputeUrl } = await openAction(service());
  await service().sql.update(tenants).set({ status: 'suspended' });
  const page = await browser().open(disputeUrl);
  expect(page.text).toContain('is not active. The agency still accepts your dispute.');
  expect((await browser().submit(page, { findings: ['1'], statement })).status).toBe(200);
});
