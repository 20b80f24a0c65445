import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  documentConfigs,
  documentVerifications,
  files,
  tenants,
  verificationSessions,
} from '../../../../../src/service/db/schema/index.js';
import { hostedLinks } from '../../../../../src/service/pages/hosted-links.js';
import {
  expectNoPage,
  inactiveTenants,
  ownLinks,
} from '../../../../../test/support/hosted-pages.js';
import {
  createDocument,
  enterLicense,
  openSession,
} from '../../../../../test/support/open-session.js';
import { plainBrowser } from '../../../../../test/support/plain-browser.js';
import { sharedService } from '../../../../../test/support/service.js';

// When the page of a session can be used, and by whom.

const service = sharedService();
const browser = () => plainBrowser(service().description.url);
const pages = ['', '/rn-license', '/rn-license/enter', '/rn-license/review', '/x', '/x/y/z'];
const PDF = { name: 'card.pdf', content: '%PDF-1.7\n' };

/** The session of each test, with a license that was entered, and nothing that was sent. */
let id: string;
let url: string;

beforeEach(async () => {
  ({ id, url } = await openSession(service(), 'rn-license'));
  await enterLicense(service(), url, 'ZEBEDEE-1');
  await service().sql.update(tenants).set({ brandColor: '#0a7d33' });
});

/** Read from the database: the keys of a tenant that is suspended or closed are refused. */
async function stored() {
  const { sql } = service();
  return {
    sessions: await sql.select().from(verificationSessions),
    verifications: await sql.select().from(documentVerifications),
    files: await sql.select({ id: files.id }).from(files),
  };
}

async function cancelOnly(): Promise<void> {
  const { verificationId } = await createDocument(service(), { sessionId: id });
  await service().call('POST', `/v1/document-verifications/${verificationId}/cancel`);
}

describe.each([
  {
    state: 'expired',
    status: 410,
    heading: 'This page has expired',
    reach: () => service().control('/clock', { advance: '7d' }),
  },
  {
    state: 'canceled with its only document',
    status: 410,
    heading: 'This request was canceled',
    reach: cancelOnly,
  },
  {
    state: 'of an archived integration',
    status: 410,
    heading: 'This page is no longer in use',
    reach: () =>
      service().call('DELETE', `/v1/integrations/${service().description.integrationId}`),
  },
  ...inactiveTenants(service),
])('a session that is $state', ({ status, heading, reach }) => {
  it('has one page, which shows the brand and nothing of the documents', async () => {
    await reach();
    for (const page of pages) {
      const shown = await browser().open(`${url}${page}`);
      expect(shown).toMatchObject({ status, heading });
      expect(shown.html).toContain('Sandbox account');
      expect(shown.html).toContain('--brand: #0a7d33');
      expect(shown.html).not.toMatch(/zebedee|nurse|license/i);
    }
  });

  it('takes nothing more from forms that were open', async () => {
    const form = await browser().open(`${url}/rn-license/enter`);
    const review = await browser().open(`${url}/rn-license/review`);
    await reach();
    const before = await stored();
    const entered = { 'field.licenseNumber': 'EVE-1', files: [PDF] };
    expect(await browser().submit(form, entered)).toMatchObject({ status, heading });
    expect(await browser().submit(review)).toMatchObject({ status, heading });
    expect(await stored()).toEqual(before);
    await service().failed();
  });
});

it('a session expires at its time, and not before', async () => {
  await service().control('/clock', { advance: '167h59m' });
  const review = await browser().open(`${url}/rn-license/review`);
  expect(review.status).toBe(200);
  // Sent a minute before the end, and still checked after it.
  expect(await browser().submit(review)).toMatchObject({ heading: 'We are checking it' });
  await service().control('/clock', { advance: '1h' });
  expect(await browser().open(url)).toMatchObject({ status: 200, heading: 'Thank you' });
  expect(await browser().open(`${url}/rn-license`)).toMatchObject({
    heading: 'Your document is confirmed',
  });
  for (const path of ['/rn-license/enter', '/rn-license/review']) {
    expect(await browser().open(`${url}${path}`)).toMatchObject({
      path: expect.stringMatching(/\/rn-license$/),
    });
  }
});

it('what has failed cannot be corrected after the end', async () => {
  await browser().submit(await enterLicense(service(), url, 'SBX-NOTFOUND-1'));
  await service().control('/clock', { settle: true });
  const form = await browser().open(`${url}/rn-license/enter`);
  expect(form.heading).toBe('Registered nurse license');
  await service().control('/clock', { advance: '8d' });
  const failed = await browser().submit(form, { 'field.licenseNumber': 'RN1' });
  expect(failed).toMatchObject({ status: 200, heading: 'We could not confirm your document' });
  expect(failed.text).not.toContain('Correct it');
  expect((await stored()).verifications).toHaveLength(1);
});

it('a document that waits for its data is not sent when the session expires', async () => {
  const { sessionId } = await createDocument(service(), {});
  const { body } = await service().call('GET', `/v1/verification-sessions/${sessionId}`);
  await service().control('/clock', { advance: '8d' });
  expect(await browser().open(String(body['url']))).toMatchObject({
    status: 410,
    heading: 'This page has expired',
  });
});

it('one of several documents that was canceled is shown as such, and the others can be sent', async () => {
  const session = await openSession(service(), 'rn-license', 'cpr-card');
  const fields = { sessionId: session.id, formData: { licenseNumber: 'SBX-HOLD-1' } };
  const { verificationId } = await createDocument(service(), fields);
  await service().call('POST', `/v1/document-verifications/${verificationId}/cancel`);
  const overview = await browser().open(session.url);
  expect(overview.text).toContain('To doCPR card');
  expect(overview.text).toContain('The request for it was canceled.');
  const canceled = await browser().open(`${session.url}/rn-license/enter`);
  expect(canceled).toMatchObject({
    status: 200,
    heading: 'Your document is not needed any more',
    path: expect.stringMatching(/\/rn-license$/),
  });
});

describe('an address that was not given out', () => {
  it.each([
    ['no token', () => `${service().description.url}/verify/`],
    ['another token', () => `${service().description.url}/verify/x`],
    ['the id without a signature', () => url.replace(/\.[^./]*$/, '')],
    ['another id', () => url.replace(/dvs_./, 'dvs_0')],
    ['a shorter signature', () => url.slice(0, -1)],
    ['another part', () => `${url}.A`],
    ['that of another page', () => tokenOf(ownLinks.urlOf('', 'intake', id))],
    ['that of another service', () => tokenOf(hostedLinks('other').urlOf('', 'verify', id))],
  ])('is not found: %s', async (_what, address) => {
    expect(address()).not.toBe(url);
    await expectNoPage(service(), address(), ['', '/rn-license/enter']);
  });

  it('for whatever it was once', async () => {
    expect((await fetch(url)).status).toBe(200);
    await service().control('/reset', {});
    expect(await browser().open(url)).toMatchObject({ status: 404 });
  });
});

/** The address with the token of another one. */
function tokenOf(address: string): string {
  return `${service().description.url}/verify/${address.split('/').at(-1)}`;
}

it('the address is that of the API, wherever it shows the session', async () => {
  expect(ownLinks.urlOf(service().description.url, 'verify', id)).toBe(url);
  const { body } = await service().call('GET', `/v1/verification-sessions/${id}`);
  expect(body['url']).toBe(url);
  expect(await service().list('/v1/verification-sessions')).toMatchObject([{ url }]);
});

it.each(['/x', '/cpr-card', '/cpr-card/enter', '/rn-license/x', '/rn-license/enter/x'])(
  'there is no page %s',
  async (path) => {
    expect(await browser().open(`${url}${path}`)).toMatchObject({ status: 404 });
    const headers = { origin: new URL(url).origin };
    const body = new FormData();
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    expect(answer.status).toBe(404);
  },
);

it('nothing can be sent to the pages that have no form', async () => {
  for (const path of ['', '/', '/rn-license']) {
    const headers = { origin: new URL(url).origin };
    const body = new URLSearchParams({ state: 'CA' });
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    expect(answer.status).toBe(404);
  }
});

it('a document that is not sent leads from its page to its form', async () => {
  expect(await browser().open(`${url}/rn-license`)).toMatchObject({
    heading: 'Registered nurse license',
    path: expect.stringMatching(/\/rn-license\/enter$/),
  });
});

it('what lacks something leads from its review to its form', async () => {
  const session = await openSession(service(), 'rn-license');
  const review = await browser().open(`${session.url}/rn-license/review`);
  expect(review.path).toMatch(/\/rn-license\/enter$/);
  await service()
    .sql.update(documentConfigs)
    .set({ requiresFiles: true })
    .where(eq(documentConfigs.slug, 'rn-license'));
  expect((await browser().open(`${url}/rn-license/review`)).path).toMatch(/\/enter$/);
});

it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is refused by a page', async (method) => {
  const answer = await fetch(`${url}/rn-license/enter`, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

it('looking at it changes nothing', async () => {
  const before = await stored();
  for (const page of pages) await fetch(`${url}${page}`);
  await fetch(url, { method: 'HEAD' });
  expect(await stored()).toEqual(before);
});
