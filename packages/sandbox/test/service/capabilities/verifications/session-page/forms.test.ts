import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { documentConfigs, files, tenants } from '../../../../../src/service/db/schema/index.js';
import { expectAccessiblePage } from '../../../../support/expect-accessible-page.js';
import { createDocument, openSession } from '../../../../support/open-session.js';
import { plainBrowser } from '../../../../support/plain-browser.js';
import { sharedService } from '../../../../support/service.js';

// Accepted and refused input of a document's form.

const service = sharedService();
const browser = () => plainBrowser(service().description.url);
const PDF = { name: 'card.pdf', content: '%PDF-1.7\n' };
const PNG = new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
const JPEG = new Uint8Array(Buffer.from('ffd8ffe000104a46494600010100', 'hex'));
const storedFiles = () => service().sql.select().from(files).orderBy(files.seq);
const configure = (change: Partial<typeof documentConfigs.$inferInsert>) =>
  service().sql.update(documentConfigs).set(change).where(eq(documentConfigs.slug, 'rn-license'));

let url: string;
const form = () => browser().open(`${url}/rn-license/enter`);

beforeEach(async () => {
  ({ url } = await openSession(service(), 'rn-license'));
});

describe('the fields', () => {
  it('have labels, hints, and errors beside them and in a summary; the input is kept', async () => {
    const page = await form();
    expect(page.text).toContain('3 to 30 capital letters, digits and hyphens.');
    const refused = await browser().submit(page, {
      'field.licenseNumber': 'rn 1',
      'field.holderName': 'Maria',
      'field.expiresOn': '31.5.2027',
    });
    expect(refused).toMatchObject({ status: 422, heading: 'Registered nurse license' });
    expect(refused.errors).toEqual({
      state: 'Choose the state that issued the document.',
      'field-1': 'License number: enter 3 to 30 capital letters, digits and hyphens.',
      'field-3': 'Expires on: enter a valid date.',
    });
    expect(refused.values).toMatchObject({
      state: '',
      'field.licenseNumber': 'rn 1',
      'field.holderName': 'Maria',
      'field.expiresOn': '31.5.2027',
    });
    expect(refused.elements.filter((one) => 'aria-invalid' in one.attributes)).toHaveLength(3);
    const cured = { state: 'TX', 'field.licenseNumber': 'RN1', 'field.expiresOn': '' };
    const review = await browser().submit(refused, cured);
    expect(review.text).toContain('StateTexasLicense numberRN1Holder nameMaria');
  });

  it('that are required say so, and take no whole Social Security number', async () => {
    const number = '078-05-1120';
    const entered = { state: 'CA', 'field.holderName': number };
    const refused = await browser().submit(await form(), entered);
    expect(refused.errors).toEqual({
      'field-1': 'License number: this is required.',
      'field-2': 'Holder name: do not enter a full Social Security number.',
    });
    expect(refused.text).toContain('Holder name (optional)');
    expect(refused.values['state']).toBe('CA');
    expect(refused.html).not.toContain('1120');
  });

  it('are not kept when they are not UTF-8', async () => {
    const field = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${field('state', 'CA')}${field('field.licenseNumber', 'RN1')}${field('field.holderName', 'Jos\xe9')}--x--`;
    const answer = await fetch(`${url}/rn-license/enter`, {
      method: 'POST',
      headers: {
        origin: new URL(url).origin,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: Buffer.from(body, 'latin1'),
    });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expectAccessiblePage(answer.headers, html);
    expect(html).toContain('Holder name: we could not read some characters. Enter it again.');
    expect(html).not.toContain('\ufffd');
    expect((await form()).values['field.licenseNumber']).toBe('');
  });

  it('offer the states that the document is for, and no other is taken', async () => {
    await configure({ states: ['TX', 'CA'] });
    const page = await form();
    const options = page.elements.filter(({ tag }) => tag === 'option').map(({ text }) => text);
    expect(options).toEqual(['Choose one', 'California', 'Texas']);
    const body = new FormData();
    body.set('state', 'NY');
    body.set('field.licenseNumber', 'RN1');
    const headers = { origin: new URL(url).origin };
    const answer = await fetch(`${url}/rn-license/enter`, { method: 'POST', headers, body });
    expect(answer.status).toBe(422);
  });

  it('take a magic value that does not match the pattern', async () => {
    await configure({
      fields: [{ key: 'licenseNumber', type: 'string', required: true, pattern: '\\d{9}' }],
    });
    const refused = await browser().submit(await form(), {
      state: 'CA',
      'field.licenseNumber': 'abc',
    });
    expect(refused.errors).toEqual({ 'field-1': 'License number: check the format.' });
    const review = await browser().submit(refused, { 'field.licenseNumber': 'SBX-RETRY-1' });
    expect(review.heading).toBe('Check your answers');
  });
});

describe('files', () => {
  const entered = { state: 'CA', 'field.licenseNumber': 'RN1' };

  it('are PDF, PNG or JPEG by their bytes, and are removed when they are ticked', async () => {
    const all = [PDF, { name: 'x.html', content: PNG }, { name: '../../y', content: JPEG }];
    const review = await browser().submit(await form(), { ...entered, files: all });
    expect(review.text).toContain('Files3');
    expect(await storedFiles()).toMatchObject([
      { contentType: 'application/pdf', tenantId: 'acct' },
      { contentType: 'image/png', integrationId: service().description.integrationId },
      { contentType: 'image/jpeg' },
    ]);
    const fewer = await browser().submit(await form(), { remove: ['1', '3'] });
    expect(fewer.text).toContain('Files1');
    expect((await storedFiles()).map(({ contentType }) => contentType)).toEqual(['image/png']);
    await browser().submit(fewer);
    const [one] = await service().list('/v1/document-verifications');
    expect(one?.['verificationFileUploads']).toHaveLength(1);
  });

  it('are refused: no PDF, PNG or JPEG, more than five, one too large', async () => {
    const large = { name: 'x.pdf', content: `%PDF-1.7\n${'x'.repeat(10_485_752)}` };
    for (const [chosen, status] of [
      [[{ name: 'card.pdf', content: '<svg onload="x"/>' }], 422],
      [Array.from({ length: 6 }, () => PDF), 422],
      [[large], 413],
    ] as const) {
      const refused = await browser().submit(await form(), { ...entered, files: [...chosen] });
      expect(refused.status).toBe(status);
      expect(Object.keys(refused.errors)).toEqual(['files']);
      expect(refused.values).toMatchObject(entered);
    }
    expect(await storedFiles()).toEqual([]);
  });

  it('are to be chosen again where a field was wrong, and added where they are required', async () => {
    const again = await browser().submit(await form(), { state: 'CA', files: [PDF] });
    expect(again.errors).toEqual({
      'field-1': 'License number: this is required.',
      files: 'Files: choose your files again.',
    });
    expect(await storedFiles()).toEqual([]);
    await configure({ requiresFiles: true });
    const refused = await browser().submit(await form(), entered);
    expect(refused.errors).toEqual({ files: 'Files: add at least one.' });
    const review = await browser().submit(refused, { files: [PDF] });
    expect(review.heading).toBe('Check your answers');
  });

  it('of another session cannot be removed', async () => {
    await browser().submit(await form(), { ...entered, files: [PDF] });
    const other = await openSession(service(), 'rn-license');
    const headers = { origin: new URL(url).origin };
    const body = new FormData();
    body.set('state', 'CA');
    body.set('field.licenseNumber', 'RN1');
    body.set('remove', '1');
    await fetch(`${other.url}/rn-license/enter`, { method: 'POST', headers, body });
    expect(await storedFiles()).toHaveLength(1);
  });
});

it('text of others is text on every page', async () => {
  const evil = '<script>alert(1)</script>"\'&\u202e';
  await service().sql.update(tenants).set({ name: evil });
  await configure({ name: evil });
  const fields = { formData: { holderName: evil }, metadata: { evil }, externalId: evil };
  const { sessionId } = await createDocument(service(), fields);
  const { body } = await service().call('GET', `/v1/verification-sessions/${sessionId}`);
  url = String(body['url']);
  const page = await form();
  const files = [{ name: `${evil}.pdf`, content: '%PDF-1.7\n' }];
  const refused = await browser().submit(page, { 'field.licenseNumber': evil, files: [] });
  expect(refused.values).toMatchObject({
    'field.licenseNumber': evil,
    'field.holderName': evil,
  });
  const number = { 'field.licenseNumber': 'SBX-NOTFOUND-<b>', files };
  const review = await browser().submit(refused, number);
  const sent = await browser().submit(review);
  await service().control('/clock', { settle: true });
  const shown = [await browser().open(url), page, refused, review, sent, await form()];
  for (const { html, elements } of shown) {
    expect(html).not.toMatch(/<(script|b)\b/i);
    expect(elements.find(({ attributes }) => attributes['dir'] === 'auto')?.text).toBe(evil);
    expect(elements.some(({ tag, text }) => tag === 'bdi' && text === evil)).toBe(true);
  }
});

it('can be used by keyboard alone: links, fields and buttons of the browser, in their order', async () => {
  const refused = await browser().submit(await form());
  for (const { elements } of [await browser().open(url), refused]) {
    for (const { attributes } of elements) expect(attributes).not.toHaveProperty('tabindex');
    const invisible = elements.filter(
      ({ tag, attributes }) => tag === 'input' && attributes['type'] === 'hidden',
    );
    expect(invisible).toEqual([]);
  }
  const tags = refused.elements.map(({ tag }) => tag);
  const order = ['a', 'select', 'input', 'button', 'summary'];
  const first = order.map((tag) => tags.indexOf(tag));
  expect(first).toEqual([...first].sort((a, b) => a - b));
  expect(first).not.toContain(-1);
  const summary = refused.elements.find(({ attributes }) => attributes['role'] === 'alert');
  expect(summary?.attributes['aria-labelledby']).toBe('errors-title');
});
