import { describe, expect, it } from 'vitest';
import { magicValues } from '../../../../../src/service/capabilities/verifications/ask-source.js';
import { files, verificationSessions } from '../../../../../src/service/db/schema/index.js';
import { magicValues as knownValues } from '../../../../../test/support/magic-values.js';
import {
  createDocument,
  enterLicense,
  openSession,
} from '../../../../../test/support/open-session.js';
import { plainBrowser } from '../../../../../test/support/plain-browser.js';
import { sharedService } from '../../../../../test/support/service.js';

// The way of a document through the page of its session.

const service = sharedService();
const browser = () => plainBrowser(service().description.url);
const PDF = { name: 'card.pdf', content: '%PDF-1.7\n' };
const verifications = () => service().list('/v1/document-verifications');
const events = () => service().list('/v1/events');
const settle = () => service().control('/clock', { settle: true });

describe('a session for one document', () => {
  it('leads from its address to the result, and its verification is as that of the API', async () => {
    const { id, url } = await openSession(service(), 'rn-license');
    const overview = await browser().open(url);
    expect(overview).toMatchObject({ status: 200, heading: 'Your documents' });
    expect(overview.text).toContain('Sandbox account asks you for documents.');
    expect(overview.text).toContain('until Wednesday, January 7, 2026 at 7:00 PM EST');

    const form = await browser().follow(overview, 'Registered nurse license');
    expect(form.heading).toBe('Registered nurse license');
    const review = await browser().submit(form, {
      state: 'PR',
      'field.licenseNumber': 'RN1234',
      'field.expiresOn': '2027-05-31',
      files: [PDF],
    });
    expect(review.heading).toBe('Check your answers');
    expect(review.text).toContain('StatePuerto RicoLicense numberRN1234Holder nameNot given');
    expect(review.text).toContain('Expires on2027-05-31Files1');
    expect(await verifications()).toEqual([]);

    const sent = await browser().submit(review);
    expect(sent).toMatchObject({ status: 200, heading: 'We are checking it' });
    expect(sent.path).toMatch(/\/rn-license$/);
    await settle();
    const shown = await browser().follow(sent, 'look again now');
    expect(shown.heading).toBe('Your document is confirmed');
    expect(shown.text).toContain('Its issuer has confirmed that it is valid.');
    expect(await browser().open(url)).toMatchObject({ heading: 'Thank you' });

    const viaApi = await createDocument(service(), { formData: { licenseNumber: 'RN1234' } });
    const [viaPage] = await verifications();
    expect(Object.keys(viaPage ?? {})).toEqual(Object.keys(viaApi));
    expect(viaPage).toMatchObject({
      sessionId: id,
      sessionReference: id,
      externalId: viaPage?.['verificationId'],
      documentConfigSlug: 'rn-license',
      state: 'PR',
      status: 'VERIFIED',
      formData: { licenseNumber: 'RN1234', expiresOn: '2027-05-31' },
      verificationFileUploads: [expect.stringContaining('/files/file_')],
      metadata: {},
    });
    expect(await events()).toMatchObject([
      { type: 'document_verification.completed', data: viaPage ?? {} },
    ]);
  });

  it('keeps what was entered until it is sent, and it can be changed', async () => {
    const { url } = await openSession(service(), 'rn-license');
    const review = await enterLicense(service(), url);
    expect((await browser().open(url)).text).toContain('Registered nurse license (begun)');
    const form = await browser().follow(review, 'Change your answers');
    expect(form.values).toMatchObject({ state: 'CA', 'field.licenseNumber': 'RN1234' });
    const again = await browser().submit(form, { 'field.licenseNumber': 'RN5678', files: [PDF] });
    expect(again.text).toContain('License numberRN5678');
    await browser().submit(again);
    expect(await verifications()).toMatchObject([{ formData: { licenseNumber: 'RN5678' } }]);
  });

  it('shows what is sent: what another tab has changed is shown first', async () => {
    const { url } = await openSession(service(), 'rn-license');
    const first = await enterLicense(service(), url, 'RN1');
    const other = await enterLicense(service(), url, 'RN1234567');
    const shown = await browser().submit(first);
    expect(shown.heading).toBe('Check your answers');
    expect(shown.text).toContain('RN1234567');
    expect(await verifications()).toEqual([]);
    expect(await browser().submit(other)).toMatchObject({ heading: 'We are checking it' });
    expect(await verifications()).toMatchObject([{ formData: { licenseNumber: 'RN1234567' } }]);
  });

  it.each(['one after the other', 'after its end', 'at once'])(
    'is sent once, even if the button is pressed twice: %s',
    async (when) => {
      const { url } = await openSession(service(), 'rn-license');
      const review = await enterLicense(service(), url, 'SBX-NOTFOUND-1');
      const press = () => browser().submit(review);
      if (when === 'at once') {
        await Promise.all([press(), press(), press()]);
      } else {
        await press();
        if (when === 'after its end') await settle();
        const { heading, path } = await press();
        const ended = 'We could not confirm your document';
        expect(heading).toBe(when === 'after its end' ? ended : 'We are checking it');
        expect(path).toMatch(/\/rn-license$/);
      }
      await settle();
      expect(await verifications()).toHaveLength(1);
      expect(await events()).toHaveLength(1);
    },
  );

  it('that was sent takes nothing more from a form that was open', async () => {
    const { url } = await openSession(service(), 'rn-license');
    const review = await enterLicense(service(), url);
    const form = await browser().follow(review, 'Change your answers');
    await browser().submit(review);
    const late = await browser().submit(form, { 'field.licenseNumber': 'EVE-1', files: [PDF] });
    expect(late).toMatchObject({ status: 200, heading: 'We are checking it' });
    const { sql } = service();
    expect(await sql.select().from(files)).toEqual([]);
    expect(await sql.select().from(verificationSessions)).toMatchObject([{ drafts: {} }]);
  });

  it('says why it could not be confirmed, and takes it once more, corrected', async () => {
    const { url } = await openSession(service(), 'rn-license');
    await browser().submit(await enterLicense(service(), url, 'SBX-NOTFOUND-1'));
    await settle();
    const failed = await browser().open(`${url}/rn-license`);
    expect(failed.heading).toBe('We could not confirm your document');
    expect(failed.text).toContain('No license with this number was found at the issuing source.');
    const form = await browser().follow(failed, 'Correct it');
    expect(form.values).toMatchObject({ state: 'CA', 'field.licenseNumber': 'SBX-NOTFOUND-1' });
    await browser().submit(await browser().submit(form, { 'field.licenseNumber': 'RN1234' }));
    await settle();
    expect(await browser().open(`${url}/rn-license`)).toMatchObject({
      heading: 'Your document is confirmed',
    });
    expect(await verifications()).toMatchObject([{ status: 'FAILED' }, { status: 'VERIFIED' }]);
  });

  it('is recorded where no source knows it', async () => {
    const { url } = await openSession(service(), 'cpr-card');
    const form = await browser().open(`${url}/cpr-card/enter`);
    const entered = { state: 'CA', 'field.holderName': 'Maria Ortiz' };
    await browser().submit(await browser().submit(form, entered));
    await settle();
    const { heading, text } = await browser().open(`${url}/cpr-card`);
    expect(heading).toBe('We have received your document');
    expect(text).toContain('It is stored.');
  });
});

describe('a verification that the API has created without its data', () => {
  it('is submitted, with what the caller has given', async () => {
    const file = new FormData();
    file.set('file', new Blob(['%PDF-1.7\n']));
    const { integrationId } = service().description;
    const { body: key } = await service().call('POST', '/v1/api-keys', {
      label: 'Test',
      scope: 'full_access',
      integrationId,
    });
    const options = { key: String(key['key']) };
    const { body: stored } = await service().call('POST', '/v1/files', file, options);
    const created = await createDocument(service(), {
      externalId: 'clinician-1',
      state: 'NY',
      formData: { holderName: 'Maria', expiresOn: '2027-05-31', other: 7 },
      fileIds: [stored['id']],
      metadata: { orderId: '7' },
    });
    expect(created['status']).toBe('PENDING');
    const { body: session } = await service().call(
      'GET',
      `/v1/verification-sessions/${created['sessionId']}`,
    );
    const form = await browser().open(`${session['url']}/rn-license/enter`);
    // Its state is known, so it is not asked for.
    expect(form.values).toEqual({
      'field.licenseNumber': '',
      'field.holderName': 'Maria',
      'field.expiresOn': '2027-05-31',
      files: '',
    });
    expect(form.text).toContain('Files that the document has already: 1.');
    const review = await browser().submit(form, {
      'field.licenseNumber': 'RN1234',
      'field.holderName': 'Maria Ortiz',
      files: [PDF],
    });
    expect(review.text).toContain('StateNew York');
    expect(review.text).toContain('Files2');
    await browser().submit(review);
    await settle();
    const [one, ...more] = await verifications();
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      verificationId: created['verificationId'],
      externalId: 'clinician-1',
      state: 'NY',
      status: 'VERIFIED',
      formData: { licenseNumber: 'RN1234', holderName: 'Maria Ortiz', other: 7 },
      metadata: { orderId: '7' },
    });
    expect(one?.['verificationFileUploads']).toHaveLength(2);
  });

  it('is submitted as the caller has created it, even if the page was filled in before', async () => {
    const { id, url } = await openSession(service(), 'rn-license');
    await enterLicense(service(), url);
    await createDocument(service(), { sessionId: id, state: 'NY' });
    const review = await browser().open(`${url}/rn-license/review`);
    expect(review.text).toContain('StateNew YorkLicense numberRN1234');
    await browser().submit(review);
    expect(await verifications()).toMatchObject([{ state: 'NY', status: 'PROCESSING' }]);
  });

  it('that the API submits meanwhile is not sent again', async () => {
    const created = await createDocument(service(), {});
    const { body: session } = await service().call(
      'GET',
      `/v1/verification-sessions/${created['sessionId']}`,
    );
    const review = await enterOwn(String(session['url']));
    const path = `/v1/document-verifications/${created['verificationId']}/submit`;
    await service().call('POST', path, { formData: { licenseNumber: 'RN9' } });
    expect(await browser().submit(review)).toMatchObject({ heading: 'We are checking it' });
    expect(await verifications()).toMatchObject([{ formData: { licenseNumber: 'RN9' } }]);
  });

  async function enterOwn(url: string) {
    const form = await browser().open(`${url}/rn-license/enter`);
    return browser().submit(form, { 'field.licenseNumber': 'RN1234' });
  }
});

describe('a session for several documents', () => {
  it('shows what is to do and what is done, and thanks at the end', async () => {
    const { url } = await openSession(service(), 'cpr-card', 'rn-license', 'cpr-card');
    const linksOf = (page: Awaited<ReturnType<typeof enterLicense>>) =>
      page.elements.filter(({ tag }) => tag === 'a').map(({ text }) => text);
    const before = await browser().open(url);
    expect(before.text).toContain('To do');
    expect(before.text).not.toContain('Done');
    expect(linksOf(before)).toEqual(['CPR card', 'Registered nurse license']);

    const sent = await browser().submit(await enterLicense(service(), url));
    await settle();
    const half = await browser().follow(sent, 'All documents');
    expect(half.heading).toBe('Your documents');
    expect(half.text).toContain('To doCPR cardDoneRegistered nurse licenseIts issuer has');

    const form = await browser().follow(half, 'CPR card');
    const entered = { state: 'CA', 'field.holderName': 'Maria Ortiz' };
    await browser().submit(await browser().submit(form, entered));
    const done = await browser().open(url);
    expect(done.heading).toBe('Thank you');
    expect(done.text).not.toContain('To do');
    expect(done.text).toContain('CPR cardWe have received it');
  });

  it('that names none takes every document', async () => {
    const { url } = await openSession(service());
    const { body } = await service().call('GET', '/v1/document-configs');
    const overview = await browser().open(url);
    expect(overview.text).toContain('Choose a document');
    const names = overview.elements.filter(({ tag }) => tag === 'li').map(({ text }) => text);
    const configs: unknown = body['data'];
    if (!Array.isArray(configs)) throw new Error('There is no list.');
    expect(names).toEqual(configs.map(({ name }) => name));
    await browser().submit(await enterLicense(service(), url));
    expect(await browser().open(url)).toMatchObject({ heading: 'Your documents' });
  });
});

describe('the panel of the sandbox', () => {
  it('has the magic values that the verifications use', async () => {
    for (const { value, outcome } of magicValues) {
      const { url } = await openSession(service(), 'rn-license');
      const form = await browser().open(`${url}/rn-license/enter`);
      const panel = form.elements.find(({ tag }) => tag === 'details');
      expect(panel?.text).toContain('Of the sandbox');
      expect(panel?.text).toContain(`${value}${outcome}`);
      await browser().submit(await enterLicense(service(), url, value));
      await service().control('/clock', { advance: '24h' });
      const [newest] = (await verifications()).slice(-1);
      expect(newest?.['status']).toBe(/^[A-Z]+/.exec(outcome)?.[0]);
    }
  });

  it('tells how long each takes', () => {
    const delays = { '30s': 'after 30 seconds', '2m': 'after 2 minutes', '24h': 'after 24 hours' };
    for (const { value, outcome } of magicValues) {
      const after = knownValues.find((one) => one.value === value)?.after ?? '0s';
      const told = Object.entries(delays).filter(([, words]) => outcome.includes(words));
      expect(told.map(([delay]) => delay)).toEqual(after in delays ? [after] : []);
    }
  });

  it('has the values of digits where the field takes them, and none without a source', async () => {
    const { url } = await openSession(service(), 'dea-registration', 'cpr-card', 'rn-license');
    const panelOf = async (slug: string) => {
      const { elements } = await browser().open(`${url}/${slug}/enter`);
      return elements.find(({ tag }) => tag === 'details')?.text ?? '';
    };
    expect(await panelOf('dea-registration')).toContain('SBX-RETRY-1 or 9000000002');
    expect(await panelOf('rn-license')).not.toContain('9000000002');
    expect(await panelOf('cpr-card')).toContain('it is RECORDED');
    expect(await panelOf('cpr-card')).not.toContain('SBX');
    const form = await browser().open(`${url}/dea-registration/enter`);
    const entered = { state: 'CA', 'field.registrationNumber': '9000000002' };
    await browser().submit(await browser().submit(form, entered));
    await service().control('/clock', { advance: '30s' });
    expect(await verifications()).toMatchObject([{ status: 'VERIFIED', attemptCount: 2 }]);
  });
});
