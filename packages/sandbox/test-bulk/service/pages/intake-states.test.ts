import { connect } from 'node:net';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { candidates, invitations, roles, tenants } from '../../../src/service/db/schema/index.js';
import { hostedLinks } from '../../../src/service/pages/hosted-links.js';
import { deferred } from '../../../test/support/deferred.js';
import { expectNoPage, inactiveTenants, ownLinks } from '../../../test/support/hosted-pages.js';
import { fillIn, identity, invite } from '../../../test/support/invite.js';
import { plainBrowser } from '../../../test/support/plain-browser.js';
import { sharedService } from '../../../test/support/service.js';

const service = sharedService();
const browser = () => plainBrowser(service().description.url);
const candidate = { firstName: 'Zebedee', lastName: 'Quux', email: 'zebedee@example.com' };
const pages = [
  '',
  '/identity',
  '/authorization',
  '/documents/rn-license',
  '/review',
  '/done',
  '/x',
];

/** The invitation of each test, its address, and whose it is. */
let id: string;
let url: string;
let candidateId: string;

beforeEach(async () => {
  const invited = await invite(service(), {
    candidate,
    more: { redirectUrl: 'https://facility.example/welcome?to="><b>' },
  });
  id = String(invited.invitation['id']);
  candidateId = String(invited.candidate['id']);
  url = invited.url;
  await service().sql.update(tenants).set({ brandColor: '#0a7d33' });
});

/** Read from the database: the keys of a tenant that is suspended or closed are refused. */
async function stored() {
  const { sql } = service();
  return {
    invitations: await sql.select().from(invitations).where(eq(invitations.id, id)),
    candidates: await sql.select().from(candidates).where(eq(candidates.id, candidateId)),
  };
}

describe.each([
  {
    state: 'expired',
    status: 410,
    heading: 'This invitation has expired',
    reach: () => service().control('/clock', { advance: '8d' }),
  },
  {
    state: 'canceled',
    status: 410,
    heading: 'This invitation was canceled',
    reach: () => service().call('POST', `/v1/invitations/${id}/cancel`),
  },
  {
    state: 'of an archived candidate',
    status: 410,
    heading: 'This invitation was canceled',
    reach: () => service().call('DELETE', `/v1/candidates/${candidateId}`),
  },
  ...inactiveTenants(service),
])('an invitation that is $state', ({ status, heading, reach }) => {
  it('has one page, which shows the brand and nothing of the candidate', async () => {
    await reach();
    for (const page of pages) {
      const shown = await browser().open(`${url}${page}`);
      expect(shown).toMatchObject({ status, heading });
      expect(shown.html).toContain('Sandbox account');
      expect(shown.html).toContain('--brand: #0a7d33');
      expect(shown.html).not.toMatch(/zebedee|quux|nurse/i);
    }
  });

  it('takes nothing more', async () => {
    const page = await browser().open(`${url}/identity`);
    await reach();
    const before = await stored();
    expect(await browser().submit(page, { firstName: 'Eve' })).toMatchObject({ status, heading });
    expect(await stored()).toEqual(before);
    expect(before.candidates).toMatchObject([{ firstName: 'Zebedee' }]);
  });
});

it('a completed invitation says so on every page, and links on', async () => {
  await browser().submit(await fillIn(service(), url));
  for (const page of pages) {
    const shown = await browser().open(`${url}${page}`);
    expect(shown).toMatchObject({ status: 200, heading: 'Thank you' });
    expect(shown.html).not.toMatch(/maria|ortiz|nurse/i);
    const links = shown.elements.filter(({ tag }) => tag === 'a');
    expect(links.map(({ text, attributes }) => [text, attributes])).toEqual([
      [
        'Go on to facility.example',
        {
          class: 'button',
          href: 'https://facility.example/welcome?to="><b>',
          rel: 'noreferrer',
        },
      ],
    ]);
  }
});

describe('an address that was not given out', () => {
  const other = () => service().description.url;
  it.each([
    ['no token', () => `${other()}/intake/`],
    ['another token', () => `${other()}/intake/x`],
    [
      'of another id',
      () =>
        url.replace(
          id,
          id.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
        ),
    ],
    ['without a signature', () => url.replace(/\.[^.]*$/, '')],
    ['with a shorter signature', () => url.slice(0, -1)],
    ['with a longer signature', () => `${url}A`],
    ['with another part', () => `${url}.A`],
    ['of a page of another kind', () => withToken(ownLinks.urlOf('', 'dispute', id))],
    ['of another service', () => withToken(hostedLinks('other').urlOf('', 'intake', id))],
    ['with U+0000', () => url.replace(id, `${id}%00`)],
    ['that cannot be decoded', () => url.replace(id, '%ff%')],
  ])('is not found: %s', async (_what, address) => {
    await expectNoPage(service(), address(), ['', '/identity']);
  });

  it('for whatever it was once', async () => {
    expect((await fetch(url)).status).toBe(200);
    await service().control('/reset', {});
    expect(await browser().open(url)).toMatchObject({ status: 404 });
  });
});

/** The address with the token of another one. */
function withToken(address: string): string {
  return `${service().description.url}/intake/${address.split('/').at(-1)}`;
}

it('the tests have the secret of the service', () => {
  expect(ownLinks.urlOf(service().description.url, 'intake', id)).toBe(url);
});

it('HEAD has the headers of GET, and no body', async () => {
  const get = await fetch(`${url}/identity`);
  const head = await fetch(`${url}/identity`, { method: 'HEAD' });
  const headersOf = ({ headers }: Response) =>
    [...headers].filter(([name]) => /^content-(sec|type)|cache|referrer/.test(name));
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(headersOf(head)).toEqual(headersOf(get));
});

it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is refused by a page', async (method) => {
  const answer = await fetch(`${url}/identity`, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect(await answer.text()).toContain('<h1>');
});

it('a role without documents has none of their pages', async () => {
  await service().sql.update(roles).set({ requirements: [] }).where(eq(roles.tenantId, 'acct'));
  const page = await browser().open(url);
  expect(page.text).toContain('Disclosure and authorizationCheck your answers');
});

it('a colour that is none stays out of the style sheet', async () => {
  await service().sql.update(tenants).set({ brandColor: 'red} </style><script>' });
  expect((await browser().open(url)).html).toContain('--brand: #1d4ed8');
});

it('what arrives only after the end is not saved', async () => {
  const rest = deferred<undefined>();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(`${new URLSearchParams(identity)}`));
      await rest.promise;
      controller.close();
    },
  });
  const headers = {
    origin: new URL(url).origin,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const init = { method: 'POST', body, headers, duplex: 'half' };
  const answer = fetch(`${url}/identity`, init);
  // By then, the service has seen that the invitation is open.
  for (let visits = 0; visits < 5; visits += 1) await fetch(url);
  await service().call('POST', `/v1/invitations/${id}/cancel`);
  rest.resolve(undefined);
  expect((await answer).status).toBe(410);
  const { body: person } = await service().call('GET', `/v1/candidates/${candidateId}`);
  expect(person).toMatchObject({ ...candidate, status: 'invited' });
});

it('a client that goes in the middle of a form is not a failure of the service', async () => {
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
