import { describe, expect, it } from 'vitest';
import { tenants } from '../../../../src/service/db/schema/index.js';
import {
  act,
  getAction,
  type OpenedAction,
  openAction,
  setTimeZone,
  storedReport,
} from '../../../../test/support/adverse-actions.js';
import { expectAccessiblePage } from '../../../../test/support/expect-accessible-page.js';
import { plainBrowser } from '../../../../test/support/plain-browser.js';
import { sharedService } from '../../../../test/support/service.js';

const service = sharedService();

type Fields = readonly (readonly [name: string, value: string])[];

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const open = (url: string) => checked(fetch(url));

/** A page is one that nobody is kept out by. */
async function checked(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (response.status !== 303)
    expectAccessiblePage(response.headers, await response.clone().text());
  return response;
}

/** Sends the form as a browser does. Redirects are not followed. */
function send(url: string, fields: Fields, { headers, body }: Sent = {}): Promise<Response> {
  const sent = fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: new URL(url).origin,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: body ?? new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
  });
  return checked(sent);
}

/** The theft, the trespass and the employment that is not verified. */
function all(statement = 'This is not me.'): Fields {
  return [
    ['findings', '1'],
    ['findings', '2'],
    ['findings', '3'],
    ['statement', statement],
  ];
}

describe('the page', () => {
  it('shows what the action is based on, the dates, and a form', async () => {
    const opened = await openAction(service(), { checkIds: [] });
    const response = await open(opened.disputeUrl);
    expect(response.status).toBe(200);
    const html = await response.text();
    for (const part of [
      '<h1>Dispute your background report</h1>',
      'National criminal search: Theft, misdemeanor (Travis County, TX, severity medium)',
      '<input id="finding-2" name="findings" type="checkbox" value="2" checked=""',
      '<dd>Wednesday, December 31, 2025 at 7:00 PM EST</dd>',
      '<dd>Thursday, January 8, 2026 at 7:00 PM EST</dd>',
      '<label for="statement">Why is it wrong?</label>',
      'This is a sandbox: do not enter data of real people.',
    ]) {
      expect(html).toContain(part);
    }
    expect(html).not.toContain('Employment');
    expect(html).not.toContain(opened.report.recordIds[0]);
  });

  it('goes by the time zone and the brand of the account', async () => {
    await setTimeZone(service(), 'Pacific/Honolulu');
    await service().sql.update(tenants).set({ name: 'Acme Clinic', brandColor: '#c0ffee' });
    const { disputeUrl } = await openAction(service());
    const html = await (await open(disputeUrl)).text();
    expect(html).toContain('Wednesday, December 31, 2025 at 2:00 PM HST');
    expect(html).toContain('<p class="brand" dir="auto">Acme Clinic</p>');
    expect(html).toContain('--brand: #c0ffee');
  });

  it('runs nothing, loads nothing, is not framed and not kept', async () => {
    const { disputeUrl } = await openAction(service());
    const { headers, text } = await open(disputeUrl).then(async (response) => ({
      headers: response.headers,
      text: await response.text(),
    }));
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(text).not.toMatch(/<script|<img|<link|javascript:/i);
  });

  it.each([
    ['another id', (url: string) => url.replace(/adv_\w/, 'adv_0')],
    ['another signature', (url: string) => `${url.slice(0, -1)}_`],
    ['none', (url: string) => url.replace(/\.[^.]*$/, '')],
    ['more', (url: string) => `${url}.x`],
    ['that of the intake', (url: string) => url.replace('/dispute/', '/dispute/x')],
  ])('has no other address: %s', async (_name, change) => {
    const { disputeUrl, id } = await openAction(service());
    const url = change(disputeUrl);
    expect(url).not.toBe(disputeUrl);
    for (const response of [await open(url), await send(url, [['statement', 'x']])]) {
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('<h1>This address is not valid</h1>');
    }
    expect(await getAction(service(), id)).toMatchObject({ dispute: null });
  });

  it('is gone with its adverse action', async () => {
    const { disputeUrl } = await openAction(service());
    await service().control('/reset', {});
    expect((await open(disputeUrl)).status).toBe(404);
  });
});

describe('a dispute', () => {
  it('is opened by the form, and confirmed on a page that can be loaded again', async () => {
    const opened = await openAction(service());
    const { id, disputeUrl, report } = opened;
    await service().control('/clock', { advance: '2d' });
    const response = await send(disputeUrl, all(' It is\r\n not me. '));
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      new URL(disputeUrl).pathname,
    ]);
    expect(await getAction(service(), id)).toMatchObject({
      stage: 'dispute',
      finalNoticeEligibleAt: null,
      dispute: {
        openedBy: 'candidate',
        statement: 'It is\n not me.',
        recordIds: report.recordIds,
        checkIds: [report.checkId],
      },
      history: [{}, { action: 'dispute', by: 'candidate' }],
    });
    expect((await storedReport(service(), report)).status).toBe('disputed');
    const html = await (await open(disputeUrl)).text();
    expect(html).toContain('<h1>We have received your dispute</h1>');
    expect(html).toContain('<dd>Friday, January 2, 2026 at 7:00 PM EST</dd>');
    expect(html).toContain('<dd>Sunday, February 1, 2026 at 7:00 PM EST</dd>');
    expect(html).not.toContain('<form');
  });

  it('is about what is chosen', async () => {
    const { id, disputeUrl, report } = await openAction(service());
    const response = await send(disputeUrl, [
      ['findings', '2'],
      ['statement', 'Not the trespass.'],
    ]);
    expect(response.status).toBe(303);
    expect(await getAction(service(), id)).toMatchObject({
      dispute: { recordIds: [report.recordIds[1]], checkIds: [] },
    });
  });

  it('of 5000 characters is taken, in every script', async () => {
    const opened = await openAction(service());
    const statement = '\u{1f9d1}'.repeat(5000);
    expect((await send(opened.disputeUrl, all(statement))).status).toBe(303);
    expect(await getAction(service(), opened.id)).toMatchObject({ dispute: { statement } });
  });
});

describe('a faulty form', () => {
  const first = all().slice(0, 1);
  it.each([
    ['no statement', () => first, 'Write what is wrong.'],
    [
      'a blank statement',
      (): Fields => [...first, ['statement', ' \r\n ']],
      'Write what is wrong.',
    ],
    ['a long statement', () => all('x'.repeat(5001)), 'Write at most 5,000 characters.'],
    [
      'a Social Security number',
      () => all('It is 078-05-1120.'),
      'Do not write a whole Social Security number. Your text was not kept.',
    ],
    [
      'U+0000',
      () => all('It is\0 not me.'),
      'Your statement: some characters could not be read. Enter it again.',
    ],
    ['nothing chosen', () => all().slice(-1), 'Choose what is wrong.'],
    [
      'a finding that is not on the page',
      (): Fields => [
        ['findings', '1'],
        ['findings', '4'],
        ['statement', 'This is not me.'],
      ],
      'Choose what is wrong.',
    ],
  ])('with %s is shown again, and says so', async (_name, fields, told) => {
    const opened = await openAction(service());
    const response = await send(opened.disputeUrl, fields());
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain('role="alert"');
    expect(html).toContain(told);
    expect(html).not.toContain('1120');
    expect(await getAction(service(), opened.id)).toMatchObject({ dispute: null });
  });

  it('whose statement is not UTF-8 is shown again without it', async () => {
    const { id, disputeUrl } = await openAction(service());
    const response = await send(disputeUrl, [], { body: 'findings=1&statement=M%E9l' });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain('Your statement: some characters could not be read. Enter it again.');
    expect(html).not.toContain('\ufffd');
    expect(await getAction(service(), id)).toMatchObject({ dispute: null });
  });

  it('keeps what was entered', async () => {
    const { disputeUrl } = await openAction(service());
    const response = await send(disputeUrl, [
      ['findings', '1'],
      ['findings', '4'],
      ['statement', 'Not <b>me</b>.'],
    ]);
    const html = await response.text();
    expect(html).toContain('value="1" checked=""');
    expect(html).toContain('value="2"');
    expect(html).not.toContain('value="2" checked');
    expect(html).toContain('>Not &lt;b&gt;me&lt;/b&gt;.</textarea>');
  });

  it('names every fault at once', async () => {
    const { disputeUrl } = await openAction(service());
    const html = await (await send(disputeUrl, [])).text();
    expect(html).toContain('Choose what is wrong.');
    expect(html).toContain('Write what is wrong.');
    expect(html).toContain('<a href="#finding-1">Choose what is wrong.</a>');
    expect(html).toContain('<a href="#statement">Write what is wrong.</a>');
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(html).toContain('<title>Error: ');
  });

  it('that is too large is refused', async () => {
    const opened = await openAction(service());
    const response = await send(opened.disputeUrl, all('x'.repeat(300_000)));
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('What you have sent is too large');
  });

  it('of another type cannot be read', async () => {
    const { disputeUrl, id } = await openAction(service());
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ statement: 'Not me.' });
    expect((await send(disputeUrl, [], { headers, body })).status).toBe(400);
    expect(await getAction(service(), id)).toMatchObject({ dispute: null });
  });
});

describe('a form of another page is refused', () => {
  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  ])('%o', async (headers) => {
    const opened = await openAction(service());
    const response = await send(opened.disputeUrl, all(), { headers });
    expect(response.status).toBe(403);
    expect(await getAction(service(), opened.id)).toMatchObject({ dispute: null });
  });

  it('but not one of its own, whatever the browser tells', async () => {
    const opened = await openAction(service());
    const headers = { 'sec-fetch-site': 'same-origin', origin: 'null' };
    expect((await send(opened.disputeUrl, all(), { headers })).status).toBe(303);
  });
});

describe('when it cannot be disputed', () => {
  const outcomes = {
    accurate: 'what you disputed is accurate',
    withdrawn: 'Your dispute was withdrawn.',
    amended: 'was deleted from the report',
  };

  /** Opens the page, and sends a form that was opened before. */
  async function expectState(opened: OpenedAction, heading: string): Promise<string> {
    const before = await getAction(service(), opened.id);
    const response = await open(opened.disputeUrl);
    expect(response.status).toBe(200);
    const html = await response.text();
    const late = await send(opened.disputeUrl, all());
    expect(late.status).toBe(409);
    for (const shown of [html, await late.text()]) {
      expect(shown).toContain(`<h1>${heading}</h1>`);
      expect(shown).not.toContain('<form');
    }
    expect(await getAction(service(), opened.id)).toEqual(before);
    return html;
  }

  it('because it is disputed', async () => {
    const opened = await openAction(service());
    await act(service(), opened.id, 'dispute', { statement: 'Not me.' });
    const html = await expectState(opened, 'We have received your dispute');
    expect(html).toContain('Written for you');
  });

  it.each(['accurate', 'withdrawn', 'amended'] as const)(
    'because it was, with the outcome %s',
    async (outcome) => {
      const opened = await openAction(service());
      const recordIds = [opened.report.recordIds[0]];
      await act(service(), opened.id, 'dispute', { statement: 'Not me.', recordIds });
      await act(service(), opened.id, 'resolve-dispute', { outcome });
      const html = await expectState(opened, 'Your dispute is resolved');
      expect(html).toContain(outcomes[outcome]);
      expect(html).toContain('Thursday, January 8, 2026 at 7:00 PM EST');
    },
  );

  it('because it is canceled', async () => {
    const opened = await openAction(service());
    await act(service(), opened.id, 'cancel');
    await expectState(opened, 'There is nothing to dispute');
  });

  it('because the final notice was sent', async () => {
    const opened = await openAction(service());
    await service().control('/clock', { advance: '8d' });
    const html = await expectState(opened, 'The decision was made');
    expect(html).toContain('disputes@screening.example');
  });
});

it.each(['suspended', 'closed'] as const)(
  'a candidate of an account that is %s can still dispute, and is told',
  async (status) => {
    const opened = await openAction(service());
    await service().sql.update(tenants).set({ status });
    expect(await (await open(opened.disputeUrl)).text()).toContain('is not active');
    expect((await send(opened.disputeUrl, all())).status).toBe(303);
  },
);

it('text of others stays text', async () => {
  const evil = '</textarea><script>alert(1)</script>"\'&';
  await service().sql.update(tenants).set({ name: evil });
  const opened = await openAction(service());
  const pages = [
    await open(opened.disputeUrl),
    await send(opened.disputeUrl, [['statement', evil]]),
    await send(opened.disputeUrl, all(evil)).then(() => open(opened.disputeUrl)),
  ];
  for (const page of pages) {
    const html = await page.text();
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script');
    expect(html.match(/<\/textarea>/g)?.length ?? 0).toBeLessThanOrEqual(1);
  }
});

it('two forms at once open one dispute', async () => {
  const opened = await openAction(service());
  const sent = await Promise.all([1, 2, 3].map(() => send(opened.disputeUrl, all())));
  expect(sent.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
  expect(await getAction(service(), opened.id)).toMatchObject({ history: [{}, {}] });
});

it.each(['PUT', 'DELETE', 'OPTIONS'])('the page does not take %s', async (method) => {
  const { disputeUrl } = await openAction(service());
  const response = await checked(fetch(disputeUrl, { method }));
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

it('a person without script is led from an error to the confirmation', async () => {
  const browser = plainBrowser(service().description.url);
  const { disputeUrl } = await openAction(service());
  const page = await browser.open(disputeUrl);
  const refused = await browser.submit(page, { findings: [] });
  expect(refused.errors).toEqual({
    'finding-1': 'Choose what is wrong.',
    statement: 'Write what is wrong.',
  });
  const sent = await browser.submit(refused, { findings: ['1'], statement: 'Not me.\nNever.' });
  expect(sent).toMatchObject({ status: 200, heading: 'We have received your dispute' });
  expect(sent.html).toContain('>Not me.\nNever.</dd>');
});
