import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  candidates,
  documentConfigs,
  files,
  invitations,
  packages,
  tenants,
} from '../../../../src/service/db/schema/index.js';
import { deferred } from '../../../support/deferred.js';
import { fillIn, identity, invite } from '../../../support/invite.js';
import { plainBrowser } from '../../../support/plain-browser.js';
import { roleOf } from '../../../support/role-of.js';
import { sharedService } from '../../../support/service.js';

// The pages of an intake. Tests for all hosted pages are in pages/hosted-pages.test.ts.

const service = sharedService();
const browser = () => plainBrowser(service().description.url);
const get = async (path: string) => (await service().call('GET', path)).body;
const candidate = async () => (await service().list('/v1/candidates'))[0] ?? {};
const stored = () => service().sql.select().from(files).orderBy(files.seq);
const configure = (slug: string, change: Partial<typeof documentConfigs.$inferInsert>) =>
  service().sql.update(documentConfigs).set(change).where(eq(documentConfigs.slug, slug));
const PDF = { name: 'card.pdf', content: '%PDF-1.7\n' };
const agreed = { agree: ['yes'], signature: 'Maria Ortiz' };
const signature = 'Your signature must match the first and last name in “About you”.';
function post(url: string, body: BodyInit, type?: string) {
  const headers = {
    origin: new URL(url).origin,
    ...(type === undefined ? {} : { 'content-type': type }),
  };
  return fetch(url, { method: 'POST', redirect: 'manual', headers, body });
}

it('leads from the invitation by refused forms to the last page', async () => {
  const more = { redirectUrl: 'https://facility.example/welcome?to="><b>' };
  const { invitation, url } = await invite(service(), { more });
  const shown = () => get(`/v1/invitations/${invitation['id']}`);
  // Link scanners do not open it.
  await fetch(url, { method: 'HEAD' });
  await fetch(url, { headers: { 'sec-purpose': 'prefetch;prerender' } });
  expect(await shown()).toEqual(invitation);
  const welcome = await browser().open(url);
  for (const part of [
    'Sandbox account invited you to complete a background check for this role: Registered nurse',
    'About youDisclosure and authorizationRegistered nurse license',
    'by the end of January 7, 2026 (America/New_York)',
  ]) {
    expect(welcome.text).toContain(part);
  }
  const openedAt = '2026-01-01T00:00:00.000Z';
  const opened = { ...invitation, status: 'opened', openedAt };
  expect(await shown()).toEqual(opened);

  // No step can be skipped.
  await service().control('/clock', { advance: '1h' });
  for (const step of ['authorization', 'documents/rn-license', 'review']) {
    expect((await browser().open(`${url}/${step}`)).heading).toBe('About you');
    const skipped = await post(`${url}/${step}`, new URLSearchParams({ agree: 'yes' }));
    expect(skipped.headers.get('location')).toBe(`${new URL(url).pathname}/identity`);
  }
  expect((await browser().open(`${url}/done`)).heading).toBe('About you');
  for (const path of ['', '/', '/x', '/done', '/documents', '/documents/x']) {
    expect((await post(`${url}${path}`, new URLSearchParams(identity))).status).toBe(404);
  }
  expect(await shown()).toEqual(opened);

  let page = await browser().follow(welcome, 'Start');
  expect(page.values).toMatchObject({ firstName: 'Maria', phone: '', ssnLast4: '' });
  const autocomplete = page.elements.flatMap(({ attributes }) => attributes['autocomplete'] ?? []);
  expect(autocomplete).toEqual(['given-name', 'family-name', 'email', 'tel', 'bday', 'off']);
  const empty = Object.fromEntries(Object.keys(identity).map((name) => [name, ' ']));
  page = await browser().submit(page, empty);
  expect(page.status).toBe(422);
  expect(Object.keys(page.errors)).toEqual([
    'firstName',
    'lastName',
    'email',
    'dateOfBirth',
    'ssnLast4',
  ]);
  expect(page.html).toContain('<title>Error: About you – Sandbox account</title>');
  for (const [name, value] of [
    ['firstName', 'x'.repeat(100_000)],
    ['lastName', 'a\u0000b'],
    ['lastName', 'Ortiz 078 05 1120'],
    ['email', 'maria'],
    ['phone', 'call me'],
    ['dateOfBirth', '2026-01-02'],
    ['dateOfBirth', '1990-02-30'],
    ['ssnLast4', '078-05-1120'],
  ] as const) {
    const entries = { ...identity, firstName: 'Ana', [name]: value };
    const refused = await browser().submit(page, entries);
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, [name]]);
    expect(refused.html.length).toBeLessThan(20_000);
    expect(refused.html).not.toMatch(/078.?05.?1120/);
  }
  const urlencoded = 'application/x-www-form-urlencoded';
  const broken = `${new URLSearchParams({ ...identity, phone: '' })}`.replace(
    '&phone=',
    '&phone=M%E9',
  );
  const refused = await post(`${url}/identity`, broken, urlencoded);
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('Phone number: we could not read some characters. Enter it again.'),
  ]);
  expect(await candidate()).toMatchObject({ firstName: 'Maria', status: 'invited' });
  // The first value of a repeated field counts. Unknown fields are ignored.
  const whole = `${new URLSearchParams({ ...identity, phone: '' })}&firstName=Eve&status=archived`;
  expect((await post(`${url}/identity`, whole, urlencoded)).status).toBe(303);
  const known = { ...identity, phone: null, status: 'in_progress' };
  expect(await candidate()).toMatchObject(known);

  page = await browser().follow(await browser().open(url), 'Continue');
  expect(page.heading).toBe('Disclosure and authorization');
  expect(page.text).toContain('This is a placeholder, not legal text.');
  const agree = 'Select the box to authorize the background checks.';
  expect((await browser().submit(page)).errors).toEqual({ agree, signature });
  const half = await browser().submit(page, { ...agreed, agree: [] });
  expect([half.errors, half.values['signature']]).toEqual([{ agree }, 'Maria Ortiz']);
  const long = await browser().submit(page, { ...agreed, signature: 'x'.repeat(1000) });
  expect([long.errors, long.values['signature']]).toEqual([{ signature }, '']);
  page = await browser().submit(page, agreed);

  expect(page.heading).toBe('Registered nurse license');
  const missing = { 'field-1': 'License number: this is required.' };
  expect((await browser().submit(page)).errors).toEqual(missing);
  page = await browser().submit(page, { 'field.licenseNumber': 'RN1234' });
  expect(page.heading).toBe('CPR card');
});

// Tests for refused input of a document's form are in verifications/session-page/forms.test.ts.
it('takes documents with their files, or skips them', async () => {
  const { url } = await invite(service());
  await fillIn(service(), url);
  const cpr = () => browser().open(`${url}/documents/cpr-card`);
  const wrong = { 'field.holderName': '', 'field.expiresOn': '31.5.2027', files: [PDF] };
  expect(await browser().submit(await cpr(), wrong)).toMatchObject({
    status: 422,
    heading: 'CPR card',
    errors: {
      'field-1': 'Holder name: this is required.',
      'field-3': 'Expires on: enter a valid date.',
      files: 'Files: choose your files again.',
    },
  });
  expect(await stored()).toEqual([]);

  const png = new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  const two = { files: [PDF, { name: '../../x.html', content: png }] };
  let review = await browser().submit(await cpr(), two);
  expect(review.text).toContain('Files2');
  review = await browser().submit(await cpr(), { remove: ['1'], files: [PDF] });
  expect(review.text).toContain('Files2');
  const { integrationId } = service().description;
  expect(await stored()).toMatchObject([
    { contentType: 'image/png', tenantId: 'acct', integrationId },
    { contentType: 'application/pdf' },
  ]);

  // A text field takes no file, and a file field no text.
  const form = new FormData();
  form.set('field.holderName', new File(['Maria'], 'x'));
  expect((await post(`${url}/documents/cpr-card`, form)).status).toBe(422);
  const text = new URLSearchParams({ 'field.holderName': 'Maria', files: '%PDF-1.7' });
  expect((await post(`${url}/documents/cpr-card`, text)).status).toBe(303);
  expect(await stored()).toHaveLength(2);

  // A document that the role does not require can be skipped. Skipping discards its input.
  const vaccination = () => browser().open(`${url}/documents/vaccination-record`);
  const entered = { 'field.holderName': 'Maria', files: [PDF] };
  review = await browser().submit(await vaccination(), entered);
  expect(review.text).toContain('Holder nameMaria');
  review = await browser().submit(await vaccination(), {}, 'skip');
  expect(review.text).toContain('DocumentSkipped');
  expect(await stored()).toHaveLength(2);
  const half = await browser().submit(await vaccination(), { 'field.issuer': 'X' });
  expect(half.errors).toEqual({ 'field-1': 'Holder name: this is required.' });
  // A required document cannot be skipped.
  expect((await cpr()).html).not.toContain('name="skip"');
  const skip = new FormData();
  skip.set('skip', 'yes');
  expect((await post(`${url}/documents/cpr-card`, skip)).status).toBe(422);

  await configure('tb-test', { requiresFiles: true });
  const asked = await browser().open(`${url}/review`);
  expect(asked.heading).toBe('Tuberculosis test');
  const files = 'Files: add at least one.';
  expect((await browser().submit(asked)).errors).toEqual({ files });
  expect((await browser().submit(asked, { files: [PDF] })).heading).toBe('Check your answers');
});

it('asks only for the documents of the work state', async () => {
  const { url } = await invite(service(), { role: 'driver' });
  await fillIn(service(), url);
  await configure('drivers-license', { states: ['NY'] });
  expect((await fetch(`${url}/documents/drivers-license`)).status).toBe(404);
  expect((await browser().open(url)).text).toContain('authorizationCheck your answers');
});

it('goes back from the last page, and ends once with all that was asked', async () => {
  const {
    candidate: before,
    invitation,
    url,
  } = await invite(service(), {
    candidate: { externalId: 'clinician-1' },
    more: { redirectUrl: 'https://facility.example/welcome?to="><b>' },
  });
  let review = await fillIn(service(), url);
  const back = await browser().follow(review, 'Change: About you');
  expect(back.values).toMatchObject(identity);
  review = await browser().submit(back, { phone: '+1 212 555 0199' });
  expect(review.heading).toBe('Check your answers');
  expect((await browser().open(`${url}/authorization`)).values).toMatchObject({
    agree: 'checked',
    signature: 'Maria Ortiz',
  });
  // Under another name, it is signed again.
  const page = await browser().submit(back, { lastName: 'Ortiz-Lee' });
  expect(page).toMatchObject({
    heading: 'Disclosure and authorization',
    values: { agree: '', signature: '' },
  });
  expect((await browser().submit(page, agreed)).errors).toEqual({ signature });
  review = await browser().submit(page, { agree: ['yes'], signature: '  maria  ortiz-LEE ' });
  expect(review.text).toContain('License numberRN1234');

  // A failed order leaves nothing half done.
  const { sql, call } = service();
  const isIt = eq(packages.id, String(invitation['packageId']));
  const open = await get(`/v1/invitations/${invitation['id']}`);
  await sql.update(packages).set({ archived: true }).where(isIt);
  expect(await browser().submit(review)).toMatchObject({
    status: 409,
    heading: 'We cannot complete this right now',
  });
  expect(await get(`/v1/invitations/${invitation['id']}`)).toEqual(open);
  expect(await service().list('/v1/document-verifications')).toEqual([]);
  await sql.update(packages).set({ archived: false }).where(isIt);

  await service().control('/clock', { advance: '2h' });
  const at = '2026-01-01T02:00:00.000Z';
  const ends = await Promise.all([browser().submit(review), browser().submit(review)]);
  ends.push(await browser().submit(review));
  for (const end of ends) {
    expect(end).toMatchObject({ status: 200, heading: 'Thank you' });
    expect(end.path).toMatch(/\/done$/);
  }
  expect(await candidate()).toEqual({
    ...before,
    ...identity,
    lastName: 'Ortiz-Lee',
    workState: 'CA',
    roleId: invitation['roleId'],
    status: 'completed',
    submittedAt: at,
    authorization: { source: 'hosted', at: '2026-01-01T00:00:00.000Z' },
    updatedAt: at,
  });
  const completed = { ...open, status: 'completed', completedAt: at, updatedAt: at };
  const reportId = expect.any(String);
  const shown = await get(`/v1/invitations/${invitation['id']}`);
  expect(shown).toEqual({ ...completed, reportId });
  expect(await service().list('/v1/reports')).toMatchObject([
    {
      id: shown['reportId'],
      candidateId: before['id'],
      packageId: invitation['packageId'],
      workState: 'CA',
      invitationId: invitation['id'],
    },
  ]);
  const documents = await service().list('/v1/document-verifications?externalId=clinician-1');
  expect(documents.map((one) => [one['documentConfigSlug'], one['state']])).toEqual([
    ['rn-license', 'CA'],
    ['cpr-card', 'CA'],
    ['tb-test', 'CA'],
  ]);
  for (const path of ['', 'identity', 'done', 'x']) {
    const thanks = await browser().open(`${url}/${path}`);
    expect(thanks).toMatchObject({ status: 200, heading: 'Thank you' });
    expect(thanks.html).not.toMatch(/maria|ortiz|nurse/i);
    const [link] = thanks.elements.filter(({ tag }) => tag === 'a');
    const href = 'https://facility.example/welcome?to="><b>';
    const attributes = { class: 'button', href, rel: 'noreferrer' };
    expect(link).toMatchObject({ text: 'Continue to facility.example', attributes });
  }
  await service().control('/clock', { advance: '30d' });
  expect(await get(`/v1/invitations/${invitation['id']}`)).toEqual(shown);

  // Another intake of the same person is prefilled with their input.
  const { candidateId, roleId, workState } = invitation;
  const { body } = await call('POST', '/v1/invitations', { candidateId, roleId, workState });
  expect((await candidate())['status']).toBe('invited');
  const second = String(body['intakeUrl']);
  expect((await browser().open(`${second}/identity`)).values['lastName']).toBe('Ortiz-Lee');
});

it('two intakes of a candidate do not disturb each other', async () => {
  const { candidate: person, url } = await invite(service());
  const { id: roleId } = await roleOf(service().sql, 'driver');
  const body = { candidateId: person['id'], roleId, workState: 'NY' };
  const { intakeUrl } = await service().send('POST', '/v1/invitations', body);
  const pages = [await fillIn(service(), url), await fillIn(service(), String(intakeUrl))];
  for (const page of pages) {
    expect(await browser().submit(page)).toMatchObject({ heading: 'Thank you' });
    expect(await candidate()).toMatchObject({ status: 'completed', workState: 'CA' });
  }
});

it('without its integration, it takes no documents and orders no report', async () => {
  const { url } = await invite(service());
  const review = await fillIn(service(), url);
  await service().call('DELETE', `/v1/integrations/${service().description.integrationId}`);
  expect((await browser().submit(review)).status).toBe(409);
  expect(await service().list('/v1/reports')).toEqual([]);
});

it('input that arrives after the end is not saved', async () => {
  const { invitation, url } = await invite(service());
  const rest = deferred<undefined>();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(`${new URLSearchParams(identity)}`));
      await rest.promise;
      controller.close();
    },
  });
  const type = 'application/x-www-form-urlencoded';
  const headers = { origin: new URL(url).origin, 'content-type': type };
  const init = { method: 'POST', body, headers, duplex: 'half' };
  const answer = fetch(`${url}/identity`, init);
  // By then, the service has seen that the invitation is open.
  for (let visits = 0; visits < 5; visits += 1) await fetch(url);
  await service().call('POST', `/v1/invitations/${invitation['id']}/cancel`);
  rest.resolve(undefined);
  expect((await answer).status).toBe(410);
  expect(await candidate()).toMatchObject({ phone: null, status: 'invited' });
});

describe('an intake that has ended has one page, tells nothing and takes nothing more', () => {
  interface Named {
    readonly id: string;
    readonly candidateId: string;
  }
  it.each<readonly [string, number, string, (of: Named) => Promise<unknown>]>([
    [
      'expired',
      410,
      'This invitation has expired',
      () => service().control('/clock', { advance: '8d' }),
    ],
    [
      'canceled',
      410,
      'This invitation was canceled',
      ({ id }) => service().call('POST', `/v1/invitations/${id}/cancel`),
    ],
    [
      'of an archived candidate',
      410,
      'This invitation was canceled',
      ({ candidateId }) => service().call('DELETE', `/v1/candidates/${candidateId}`),
    ],
    [
      'of a suspended tenant',
      403,
      'This page is not available',
      () => service().sql.update(tenants).set({ status: 'suspended' }),
    ],
  ])('%s', async (_state, status, heading, reach) => {
    const {
      candidate: person,
      invitation,
      url,
    } = await invite(service(), {
      candidate: { firstName: 'Zebedee', lastName: 'Quux' },
    });
    const page = await browser().open(`${url}/identity`);
    await reach({ id: String(invitation['id']), candidateId: String(person['id']) });
    // Read from the database: the keys of a suspended tenant are refused.
    const rows = async () => [
      await service().sql.select().from(candidates),
      await service().sql.select().from(invitations),
    ];
    const before = await rows();
    for (const path of ['', 'identity', 'documents/rn-license', 'x']) {
      const shown = await browser().open(`${url}/${path}`);
      expect(shown).toMatchObject({ status, heading });
      expect(shown.html).toContain('Sandbox account');
      expect(shown.html).not.toMatch(/zebedee|quux|nurse/i);
    }
    expect(await browser().submit(page, { firstName: 'Eve' })).toMatchObject({ status, heading });
    expect(await rows()).toEqual(before);
  });
});
