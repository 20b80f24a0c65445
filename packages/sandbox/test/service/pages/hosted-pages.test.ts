import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { tenants } from '../../../src/service/db/schema/index.js';
import { hostedLinks } from '../../../src/service/pages/hosted-links.js';
import { style } from '../../../src/service/pages/style.js';
import { openAction } from '../../support/adverse-actions.js';
import { expectAccessiblePage } from '../../support/expect-accessible-page.js';
import { ownLinks } from '../../support/hosted-pages.js';
import { identity, invite } from '../../support/invite.js';
import { openSession } from '../../support/open-session.js';
import { plainBrowser } from '../../support/plain-browser.js';
import { sharedService } from '../../support/service.js';

// Common to the three hosted pages: the forms that they accept, and their answers to other requests.

const service = sharedService();
const same = 'same-origin';
const urlencoded = 'application/x-www-form-urlencoded';

/** A page with a form: the URL that was given out, the path of the page, and a valid form. */
interface Hosted {
  readonly kind: 'intake' | 'verify' | 'dispute';
  readonly id: string;
  readonly url: string;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
}

async function hosted(): Promise<readonly Hosted[]> {
  const { invitation, url } = await invite(service());
  const session = await openSession(service(), 'rn-license');
  const license = { state: 'CA', 'field.licenseNumber': 'RN1' };
  const action = await openAction(service());
  const statement = { findings: '1', statement: 'Not me.' };
  return [
    { kind: 'intake', id: String(invitation['id']), url, path: '/identity', form: identity },
    { kind: 'verify', ...session, path: '/rn-license/enter', form: license },
    { kind: 'dispute', id: action.id, url: action.disputeUrl, path: '', form: statement },
  ];
}

type Headers = Readonly<Record<string, string>>;

/** Posts a form with any headers, also ones that browsers cannot send. Checks that each answer is an accessible page. */
async function post({ url, path }: Hosted, body: BodyInit, headers: Headers) {
  const init = { method: 'POST', redirect: 'manual', headers, body } as const;
  const answer = await fetch(`${url}${path}`, init);
  const html = await answer.text();
  if (answer.status !== 303) expectAccessiblePage(answer.headers, html);
  return { status: answer.status, heading: /<h1>(.*?)<\/h1>/.exec(html)?.[1] };
}

const form = (page: Hosted) => new URLSearchParams(page.form);

it('a form of another site is refused, and leaves nothing', async () => {
  const pages = await hosted();
  const own = new URL(pages[0]?.url ?? '').origin;
  for (const headers of [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': same },
    { origin: 'null', 'sec-fetch-site': 'none' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'null' },
    { origin: 'nonsense' },
    {},
  ]) {
    for (const page of pages) {
      expect(await post(page, form(page), headers), JSON.stringify(headers)).toEqual({
        status: 403,
        heading: 'This form came from another site',
      });
    }
  }
  expect(await service().list('/v1/candidates')).toMatchObject([{ status: 'invited' }, {}]);
  expect(await service().list('/v1/adverse-actions')).toMatchObject([{ dispute: null }]);
  // A form of this site, with any of the headers by which browsers say so.
  const [intake, session, dispute] = pages;
  for (const [page, headers] of [
    [intake, { origin: own }],
    [intake, { 'sec-fetch-site': same }],
    [session, { origin: 'null', 'sec-fetch-site': same }],
    [dispute, { origin: own, 'sec-fetch-site': same }],
  ] as const) {
    if (page) expect(await post(page, form(page), headers)).toMatchObject({ status: 303 });
  }
});

it.each(['suspended', 'closed'] as const)(
  'a tenant that is %s gets no documents, and its candidates can still dispute',
  async (status) => {
    const pages = await hosted();
    await service().sql.update(tenants).set({ status });
    const { origin } = new URL(pages[0]?.url ?? '');
    for (const page of pages) {
      const canBeUsed = page.kind === 'dispute';
      const shown = await (await fetch(page.url)).text();
      expect(shown).toContain(canBeUsed ? 'is not active' : 'This page is not available');
      expect(await post(page, form(page), { origin }), page.kind).toMatchObject({
        status: canBeUsed ? 303 : 403,
      });
    }
  },
);

it('an unreadable or too large form is answered by a page', async () => {
  const multipart = 'multipart/form-data; boundary=x';
  const unreadable = { status: 400, heading: 'We could not read this form' };
  const large = { status: 413, heading: 'Your form is too large' };
  const [intake, ...others] = await hosted();
  if (!intake) throw new Error('There is no page.');
  const { origin } = new URL(intake.url);
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb';
  for (const [type, body] of [
    ['', ''],
    ['text/plain', 'a=b'],
    [multipart, 'a=b'],
    [multipart, part],
    [multipart, '--x\r\n\r\nb\r\n--x--'],
    ['multipart/form-data', '--x--'],
  ] as const) {
    const headers = { origin, 'content-type': type };
    expect(await post(intake, new Blob([body]), headers), body).toEqual(unreadable);
  }
  for (const page of others) {
    expect(await post(page, '{}', { origin, 'content-type': 'application/json' })).toEqual(
      unreadable,
    );
    const headers = { origin, 'content-type': urlencoded };
    expect(await post(page, 'a&'.repeat(150_000), headers)).toEqual(large);
  }
  // A body without a length.
  let left = 14;
  const body = new ReadableStream({
    pull(controller) {
      left -= 1;
      if (left === 0) controller.close();
      else controller.enqueue(new Uint8Array(1_048_576));
    },
  });
  const headers = { origin, 'content-type': multipart };
  const init = { method: 'POST', body, duplex: 'half', headers };
  expect((await fetch(`${intake.url}/identity`, init)).status).toBe(413);
  await service().failed();
});

it('an address that was not given out is not found, and tells nothing', async () => {
  const pages = await hosted();
  for (const { kind, id, url } of pages) {
    const token = (address: string) => address.split('/').at(-1) ?? '';
    expect(ownLinks.urlOf(service().description.url, kind, id)).toBe(url);
    for (const wrong of [
      '',
      'x',
      id,
      token(url).replace(
        id,
        id.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      ),
      token(url).slice(0, -1),
      `${token(url)}A`,
      `${token(url)}.A`,
      token(url).replace(id, `${id}%00`),
      token(url).replace(id, '%ff%'),
      token(ownLinks.urlOf('', kind === 'verify' ? 'intake' : 'verify', id)),
      token(hostedLinks('other').urlOf('', kind, id)),
    ]) {
      const address = url.replace(token(url), wrong);
      const shown = await plainBrowser(url).open(address);
      expect(shown, address).toMatchObject({ status: 404, heading: 'This link is not valid' });
      expect(shown.html).not.toContain('Sandbox account');
      expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(404);
    }
  }
  // Nor for deleted objects.
  await service().control('/reset', {});
  for (const { url } of pages) expect((await fetch(url)).status).toBe(404);
});

it('another method is refused, and HEAD has the headers of GET', async () => {
  for (const { url, path } of await hosted()) {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await fetch(`${url}${path}`, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
      expectAccessiblePage(answer.headers, await answer.text());
    }
    const [get, head] = [await fetch(url), await fetch(url, { method: 'HEAD' })];
    expect([head.status, await head.text()]).toEqual([200, '']);
    const headersOf = ({ headers }: Response) =>
      [...headers].filter(([name]) => /^content-(sec|type)|cache|referrer/.test(name));
    expect(headersOf(head)).toEqual(headersOf(get));
    await get.body?.cancel();
  }
});

it('a failure of the service is a page, and reported', async () => {
  const { sql, failed } = service();
  const { url } = await invite(service());
  await sql.execute('alter table check_types rename to gone');
  try {
    const answer = await fetch(url);
    expect(answer.status).toBe(500);
    expectAccessiblePage(answer.headers, await answer.text());
    await expect(failed()).rejects.toThrow();
  } finally {
    await sql.execute('alter table gone rename to check_types');
  }
});

it('a client that goes in the middle of a form is not a failure of the service', async () => {
  const { url } = await invite(service());
  const { host, pathname, port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const lines = [
    `POST ${pathname}/identity HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 1000',
  ];
  await new Promise<void>((resolve) => {
    socket.write(`${lines.join('\r\n')}\r\n\r\n--x\r\n`, () => resolve());
  });
  await fetch(url);
  socket.destroy();
  expect((await fetch(url)).status).toBe(200);
  await service().failed();
});

describe('the brand', () => {
  it.each([
    ['#0a7d33', '--brand: #0a7d33; --on-brand: #fff'],
    ['#FFEE00', '--brand: #FFEE00; --on-brand: #000'],
    ['#000000', '--brand: #000000; --on-brand: #fff'],
    [null, '--brand: #1d4ed8; --on-brand: #fff'],
    ['red} </style><script>', '--brand: #1d4ed8'],
  ])('of the colour %s is shown with text that can be read', (color, shown) => {
    expect(style(color)).toContain(shown);
  });

  it('is that of the account', async () => {
    const { url } = await invite(service());
    await service().sql.update(tenants).set({ name: 'Acme Clinic', brandColor: '#0a7d33' });
    const { html } = await plainBrowser(url).open(url);
    expect(html).toContain('<p class="brand" dir="auto">Acme Clinic</p>');
    expect(html).toContain('--brand: #0a7d33');
  });
});
