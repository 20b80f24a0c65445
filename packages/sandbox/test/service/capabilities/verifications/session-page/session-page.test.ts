import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { magicValues } from '../../../../../src/service/capabilities/verifications/ask-source.js';
import {
  documentConfigs,
  documentVerifications,
  files,
  tenants,
  verificationSessions,
} from '../../../../../src/service/db/schema/index.js';
import { addKey } from '../../../../support/keys.js';
import { magicValues as knownValues } from '../../../../support/magic-values.js';
import { createDocument, enterLicense, openSession } from '../../../../support/open-session.js';
import { plainBrowser } from '../../../../support/plain-browser.js';
import { sharedService } from '../../../../support/service.js';

// The path of a document through its session page. Tests for its form are in forms.test.ts, and for all hosted pages in
// pages/hosted-pages.test.ts.

const service = sharedService();
const browser = () => plainBrowser(service().description.url);
const PDF = { name: 'card.pdf', content: '%PDF-1.7\n' };
const verifications = () => service().list('/v1/document-verifications');
const settle = () => service().control('/clock', { settle: true });
const checking = 'We are checking your document';
const urlOf = async (sessionId: unknown) =>
  String((await service().send('GET', `/v1/verification-sessions/${sessionId}`))['url']);
const panelOf = async (page: string) =>
  (await browser().open(page)).elements.find(({ tag }) => tag === 'details')?.text ?? '';

it('leads from its address by a denial to the result, and sends once', async () => {
  const { id, url } = await openSession(service(), 'rn-license');
  const overview = await browser().open(url);
  expect(overview).toMatchObject({ status: 200, heading: 'Your documents' });
  expect(overview.text).toContain('Sandbox account asks you for documents.');
  expect(overview.text).toContain('until Wednesday, January 7, 2026 at 7:00 PM EST');
  // A document without input leads to its form.
  for (const path of ['', '/review']) {
    expect((await browser().open(`${url}/rn-license${path}`)).path).toMatch(/\/enter$/);
  }
  const form = await browser().follow(overview, 'Registered nurse license');
  const first = await browser().submit(form, {
    state: 'PR',
    'field.licenseNumber': 'RN1',
    'field.expiresOn': '2027-05-31',
    files: [PDF],
  });
  expect(first.text).toContain('StatePuerto RicoLicense numberRN1Holder nameNot provided');
  expect(first.text).toContain('Expires on2027-05-31Files1');
  expect((await browser().open(url)).text).toContain('Registered nurse license (started)');

  // Another tab changes the document: the data to be sent is shown first.
  const other = await browser().follow(first, 'Change your answers');
  expect(other.values).toMatchObject({ state: 'PR', 'field.licenseNumber': 'RN1' });
  const review = await browser().submit(other, { 'field.licenseNumber': 'SBX-NOTFOUND-1' });
  const changed = await browser().submit(first);
  expect(changed.heading).toBe('Check your answers');
  expect(changed.text).toContain('SBX-NOTFOUND-1');
  expect(await verifications()).toEqual([]);

  const sent = await Promise.all([browser().submit(review), browser().submit(review)]);
  sent.push(await browser().submit(review));
  for (const page of sent) expect(page).toMatchObject({ status: 200, heading: checking });
  // A form that is still open, and the form's pages, lead to the result.
  const late = await browser().submit(other, { 'field.licenseNumber': 'EVE-1', files: [PDF] });
  for (const page of [late, await browser().open(`${url}/rn-license/enter`)]) {
    expect(page).toMatchObject({ heading: checking, path: expect.stringMatching(/\/rn-license$/) });
  }
  const { sql } = service();
  expect(await sql.$count(files)).toBe(1);
  expect(await sql.select().from(verificationSessions)).toMatchObject([{ drafts: {} }]);

  await settle();
  const [page = late] = sent;
  const failed = await browser().follow(page, 'check again now');
  expect(failed.heading).toBe('We could not confirm your document');
  expect(failed.text).toContain('No license with this number was found at the issuing source.');
  expect((await browser().submit(review)).heading).toBe(failed.heading);
  const thanks = await browser().open(url);
  expect(thanks.heading).toBe('Thank you');
  const again = await browser().follow(thanks, 'Correct it: Registered nurse license');
  expect(again.values).toMatchObject({ state: 'PR', 'field.licenseNumber': 'SBX-NOTFOUND-1' });
  await browser().submit(await browser().submit(again, { 'field.licenseNumber': 'RN2' }));
  await settle();
  const confirmed = await browser().open(`${url}/rn-license`);
  expect(confirmed.heading).toBe('Your document is confirmed');
  expect(confirmed.text).toContain('Its issuer confirmed that it is valid.');

  const viaApi = await createDocument(service(), { formData: { licenseNumber: 'RN1234' } });
  const [denied, viaPage = {}] = await verifications();
  expect(denied?.['status']).toBe('FAILED');
  expect(denied?.['verificationFileUploads']).toEqual([expect.stringContaining('/files/file_')]);
  expect(Object.keys(viaPage)).toEqual(Object.keys(viaApi));
  expect(viaPage).toMatchObject({
    sessionId: id,
    sessionReference: id,
    externalId: viaPage['verificationId'],
    documentConfigSlug: 'rn-license',
    state: 'PR',
    status: 'VERIFIED',
    formData: { licenseNumber: 'RN2', expiresOn: '2027-05-31' },
    metadata: {},
  });
  expect(await service().list('/v1/events')).toMatchObject([
    { type: 'document_verification.failed' },
    { type: 'document_verification.completed', data: viaPage },
  ]);
});

it('a failed document cannot be corrected after the end, and a sent one is still checked', async () => {
  const { url } = await openSession(service(), 'rn-license', 'cpr-card');
  await browser().submit(await enterLicense(service(), url, 'SBX-NOTFOUND-1'));
  await settle();
  const form = await browser().open(`${url}/rn-license/enter`);
  const cpr = await browser().open(`${url}/cpr-card/enter`);
  const entered = { state: 'CA', 'field.holderName': 'Maria' };
  const review = await browser().submit(cpr, entered);
  await service().control('/clock', { advance: '167h59m' });
  expect((await browser().submit(review)).heading).toBe(checking);
  await service().control('/clock', { advance: '1h' });
  expect(await browser().open(url)).toMatchObject({ status: 200, heading: 'Thank you' });
  expect((await browser().open(`${url}/cpr-card`)).text).toContain('It is on record.');
  const failed = await browser().submit(form, { 'field.licenseNumber': 'RN1' });
  expect(failed).toMatchObject({ status: 200, heading: 'We could not confirm your document' });
  expect(failed.text).not.toContain('Correct it');
  expect(await verifications()).toHaveLength(2);
});

describe('a verification that the API has created without its data', () => {
  it('is submitted, with what the caller has given', async () => {
    const { integrationId } = service().description;
    const key = await addKey(service().sql, { tenantId: 'acct', integrationId });
    const file = new FormData();
    file.set('file', new Blob([PDF.content]));
    const { id: fileId } = await service().send('POST', '/v1/files', file, { key });
    const { verificationId, sessionId } = await createDocument(service(), {
      externalId: 'clinician-1',
      state: 'NY',
      formData: { holderName: 'Maria', expiresOn: '2027-05-31', other: 7 },
      fileIds: [fileId],
      metadata: { orderId: '7' },
    });
    const form = await browser().open(`${await urlOf(sessionId)}/rn-license/enter`);
    // The state is known, so the form does not ask for it.
    expect(form.values).toEqual({
      'field.licenseNumber': '',
      'field.holderName': 'Maria',
      'field.expiresOn': '2027-05-31',
      files: '',
    });
    expect(form.text).toContain('Files that we already have: 1.');
    const holder = { 'field.holderName': 'Maria Ortiz', files: [PDF] };
    const review = await browser().submit(form, { 'field.licenseNumber': 'RN1234', ...holder });
    expect(review.text).toContain('StateNew York');
    expect(review.text).toContain('Files2');
    await browser().submit(review);
    await settle();
    const [one, ...more] = await verifications();
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      verificationId,
      externalId: 'clinician-1',
      state: 'NY',
      status: 'VERIFIED',
      formData: { licenseNumber: 'RN1234', holderName: 'Maria Ortiz', other: 7 },
      metadata: { orderId: '7' },
    });
    expect(one?.['verificationFileUploads']).toHaveLength(2);
  });

  it('and then submits, is not sent again', async () => {
    const { verificationId, sessionId } = await createDocument(service(), {});
    const form = await browser().open(`${await urlOf(sessionId)}/rn-license/enter`);
    const review = await browser().submit(form, { 'field.licenseNumber': 'RN1234' });
    const path = `/v1/document-verifications/${verificationId}/submit`;
    await service().send('POST', path, { formData: { licenseNumber: 'RN9' } });
    expect((await browser().submit(review)).heading).toBe(checking);
    expect(await verifications()).toMatchObject([{ formData: { licenseNumber: 'RN9' } }]);
  });
});

it('shows what is to do and what is done; one that is canceled is not needed', async () => {
  const asked = ['cpr-card', 'rn-license', 'cpr-card', 'npi'];
  const { id: sessionId, url } = await openSession(service(), ...asked);
  const before = await browser().open(url);
  expect(before.text).not.toContain('Done');
  const links = before.elements.filter(({ tag }) => tag === 'a').map(({ text }) => text);
  expect(links).toEqual(['CPR card', 'Registered nurse license', 'National provider identifier']);
  const sent = await browser().submit(await enterLicense(service(), url));
  await settle();
  const npi = { sessionId, documentConfigSlug: 'npi' };
  const { verificationId } = await createDocument(service(), npi);
  await service().send('POST', `/v1/document-verifications/${verificationId}/cancel`);
  expect(await browser().open(`${url}/npi/enter`)).toMatchObject({
    heading: 'Your document is no longer needed',
    path: expect.stringMatching(/\/npi$/),
  });
  const half = await browser().follow(sent, 'All documents');
  expect(half.heading).toBe('Your documents');
  expect(half.text).toContain('To doCPR cardDoneRegistered nurse licenseIts issuer');
  expect(half.text).toContain('The request for it was canceled.');
  const form = await browser().follow(half, 'CPR card');
  const entered = { state: 'CA', 'field.holderName': 'Maria Ortiz' };
  await browser().submit(await browser().submit(form, entered));
  const done = await browser().open(url);
  expect(done.heading).toBe('Thank you');
  expect(done.text).toContain('You submitted all the documents');
  expect(done.text).not.toContain('To do');
});

it('that names none takes every document, and never ends by itself', async () => {
  const { url } = await openSession(service());
  const overview = await browser().open(url);
  expect(overview.text).toContain('Submit documents to Sandbox account here');
  expect(overview.text).toContain('Choose a document');
  const names = overview.elements.filter(({ tag }) => tag === 'li').map(({ text }) => text);
  const configs = [...(await service().list('/v1/document-configs'))].reverse();
  expect(names).toEqual(configs.map(({ name }) => name));
  await browser().submit(await enterLicense(service(), url));
  expect(await browser().open(url)).toMatchObject({ heading: 'Your documents' });
});

it('the panel of the sandbox has the magic values, and tells how long each takes', async () => {
  const { url } = await openSession(service(), 'rn-license', 'dea-registration', 'cpr-card', 'npi');
  const panel = await panelOf(`${url}/rn-license/enter`);
  const delays = { '30s': 'after 30 seconds', '2m': 'after 2 minutes', '24h': 'after 24 hours' };
  const ends = { completed: 'VERIFIED', failed: 'FAILED', recorded: 'RECORDED' };
  for (const { value, outcome } of magicValues) {
    expect(panel).toContain(`${value}${outcome}`);
    // document-verification.test.ts tests the actual outcomes.
    const magic = knownValues.find((one) => one.value === value);
    const end = magic?.ends ? ends[magic.ends] : value === 'SBX-OK-1' ? 'VERIFIED' : 'PROCESSING';
    expect(outcome).toMatch(new RegExp(`^${end}\\b`));
    const told = Object.entries(delays).filter(([, words]) => outcome.includes(words));
    expect(told.map(([delay]) => delay)).toEqual(
      magic && magic.after in delays ? [magic.after] : [],
    );
  }
  expect(panel).not.toContain('9000000002');
  expect(await panelOf(`${url}/dea-registration/enter`)).toContain('SBX-RETRY-1 or 9000000002');
  expect(await panelOf(`${url}/npi/enter`)).toContain('FAILED when its check digit is wrong');
  const cpr = await panelOf(`${url}/cpr-card/enter`);
  expect(cpr).toContain('its status becomes RECORDED');
  expect(cpr).not.toContain('SBX');
});

it('has no other page, no other form, and changes nothing when it is looked at', async () => {
  const { url } = await openSession(service(), 'rn-license');
  await enterLicense(service(), url);
  const before = await service().sql.select().from(verificationSessions);
  for (const path of ['/x', '/cpr-card/enter', '/rn-license/x', '/rn-license/enter/x']) {
    expect((await browser().open(`${url}${path}`)).status).toBe(404);
  }
  for (const path of ['', '/rn-license', '/cpr-card/enter', '/rn-license/x']) {
    const headers = { origin: new URL(url).origin };
    const body = new URLSearchParams({ state: 'CA' });
    expect((await fetch(`${url}${path}`, { method: 'POST', headers, body })).status).toBe(404);
  }
  expect(await service().sql.select().from(verificationSessions)).toEqual(before);
  await service()
    .sql.update(documentConfigs)
    .set({ requiresFiles: true })
    .where(eq(documentConfigs.slug, 'rn-license'));
  expect((await browser().open(`${url}/rn-license/review`)).path).toMatch(/\/enter$/);
});

describe('a session that has ended has one page, tells nothing and takes nothing more', () => {
  async function cancelOnly(sessionId: string): Promise<void> {
    const { verificationId } = await createDocument(service(), { sessionId });
    await service().send('POST', `/v1/document-verifications/${verificationId}/cancel`);
  }
  it.each<readonly [string, number, string, (sessionId: string) => Promise<unknown>]>([
    ['expired', 410, 'This page has expired', () => service().control('/clock', { advance: '7d' })],
    [
      'expired while the document waits for its data',
      410,
      'This page has expired',
      async (sessionId) => {
        await createDocument(service(), { sessionId });
        await service().control('/clock', { advance: '7d' });
      },
    ],
    ['canceled with its only document', 410, 'This request was canceled', cancelOnly],
    [
      'of an archived integration',
      410,
      'This page is no longer in use',
      () => service().call('DELETE', `/v1/integrations/${service().description.integrationId}`),
    ],
    [
      'of a suspended tenant',
      403,
      'This page is not available',
      () => service().sql.update(tenants).set({ status: 'suspended' }),
    ],
  ])('%s', async (_state, status, heading, reach) => {
    const { id, url } = await openSession(service(), 'rn-license');
    const review = await enterLicense(service(), url, 'ZEBEDEE-1');
    const form = await browser().open(`${url}/rn-license/enter`);
    await reach(id);
    const { sql } = service();
    // Read from the database: the keys of a suspended tenant are refused.
    const rows = async () => [
      await sql.select().from(verificationSessions),
      await sql.select().from(documentVerifications),
      await sql.$count(files),
    ];
    const before = await rows();
    for (const path of ['', '/rn-license/enter', '/x/y/z']) {
      const shown = await browser().open(`${url}${path}`);
      expect(shown).toMatchObject({ status, heading });
      expect(shown.html).toContain('Sandbox account');
      expect(shown.html).not.toMatch(/zebedee|nurse|license/i);
    }
    const entered = { 'field.licenseNumber': 'EVE-1', files: [PDF] };
    expect(await browser().submit(form, entered)).toMatchObject({ status, heading });
    expect(await browser().submit(review)).toMatchObject({ status, heading });
    expect(await rows()).toEqual(before);
  });
});
