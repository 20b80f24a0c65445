import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { files } from '../../../../src/service/db/schema/index.js';
import { createDocument, openSession } from '../../../support/open-session.js';
import { plainBrowser } from '../../../support/plain-browser.js';
import { invalid } from '../../../support/problems.js';
import { serviceWithReceiver } from '../../../support/service-with-receiver.js';

// "Extracted and confirmed fields" of spec sections 2 and 6: of a document with files and no formData.

type Json = Readonly<Record<string, unknown>>;

const { service, receiver } = serviceWithReceiver();

function upload(name: string, content = '%PDF-1.7\n') {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  return service().call('POST', '/v1/files', form);
}

async function order(name: string, more: Json = {}, content?: string): Promise<string> {
  const { id } = (await upload(name, content)).body;
  return String((await createDocument(service(), { fileIds: [id], ...more }))['verificationId']);
}

const get = async (id: string) =>
  (await service().call('GET', `/v1/document-verifications/${id}`)).body;

async function ended(id: string, after = '0s') {
  await service().control('/clock', { advance: after });
  return get(id);
}

it('a document with files alone is read, and its fields are confirmed', async () => {
  const id = await order('license.pdf');
  expect(await get(id)).toMatchObject({ status: 'PROCESSING', formData: {} });
  const record = await ended(id);
  expect(record).toMatchObject({
    status: 'VERIFIED',
    attemptCount: 1,
    formData: {
      licenseNumber: expect.stringMatching(/^[A-Z0-9-]{3,30}$/),
      holderName: expect.stringMatching(/^Sample \d{4}$/),
      expiresOn: '2028-01-01',
      licenseStatus: 'active',
    },
  });
  expect(receiver.events).toMatchObject([
    { type: 'document_verification.completed', data: record },
  ]);
});

it('what is read depends on the bytes alone', async () => {
  const fieldsOf = async (name: string, content?: string) =>
    (await ended(await order(name, {}, content)))['formData'];
  const first = await fieldsOf('a.pdf');
  expect(await fieldsOf('b.pdf')).toEqual(first);
  expect(await fieldsOf('a.pdf', '%PDF-1.7\nother')).not.toEqual(first);
});

it('every document of the catalog can be read', async () => {
  for (const { slug, fields, sourceSlug } of await service().list('/v1/document-configs')) {
    const { status, formData } = await ended(
      await order('scan.pdf', { documentConfigSlug: slug }, `%PDF-1.7\n${slug}`),
    );
    expect(status, String(slug)).toBe(sourceSlug === null ? 'RECORDED' : 'VERIFIED');
    for (const { key } of Object.values<Json>(Object(fields))) {
      expect(Object(formData), String(slug)).toHaveProperty(String(key));
    }
  }
});

it('a number that is read has its check digit', async () => {
  for (const content of ['a', 'b', 'c', 'd', 'e']) {
    const id = await order('scan.pdf', { documentConfigSlug: 'npi' }, `%PDF-1.7\n${content}`);
    expect((await ended(id))['status']).toBe('VERIFIED');
  }
});

describe('a magic name', () => {
  it.each([
    ['SBX-REVOKED-1.pdf', '0s', 'FAILED', 1, 'SBX-REVOKED-1'],
    ['SBX-RETRY-7.scan.pdf', '30s', 'VERIFIED', 2, 'SBX-RETRY-7.scan'],
    ['SBX-NOSOURCE-1', '0s', 'RECORDED', 0, 'SBX-NOSOURCE-1'],
    ['SBX-SLOW-1.png', '24h', 'VERIFIED', 1, 'SBX-SLOW-1'],
  ])('%s is read as the number', async (name, after, status, attemptCount, licenseNumber) => {
    expect(await ended(await order(name), after)).toMatchObject({
      status,
      attemptCount,
      formData: { licenseNumber },
    });
  });

  it('SBX-UNREADABLE-… fails', async () => {
    const id = await order('SBX-UNREADABLE-1.pdf');
    const record = await ended(id);
    expect(record).toMatchObject({
      status: 'FAILED',
      verified: false,
      formData: {},
      attemptCount: 1,
      errorMessage: 'The fields of the document could not be read from its files.',
    });
    expect(receiver.events).toMatchObject([{ type: 'document_verification.failed', data: record }]);
  });

  it('stands in the README', () => {
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
    expect(readme).toMatch(/^\| `SBX-UNREADABLE-…` \|/m);
  });
});

describe('fields that were sent', () => {
  it('are not read: it waits for the rest', async () => {
    const id = await order('license.pdf', { formData: { holderName: 'Maria' } });
    expect(await ended(id)).toMatchObject({
      status: 'PENDING',
      formData: { holderName: 'Maria' },
    });
  });

  it('count more than a magic name', async () => {
    const formData = { licenseNumber: 'RN1234' };
    const record = await ended(await order('SBX-UNREADABLE-1.pdf', { formData }));
    expect(record).toMatchObject({ status: 'VERIFIED', formData });
  });
});

it('files can be submitted later', async () => {
  const { verificationId } = await createDocument(service(), {});
  const { id } = (await upload('SBX-REVOKED-1.pdf')).body;
  const path = `/v1/document-verifications/${verificationId}/submit`;
  expect((await service().call('POST', path, {})).status).toBe(422);
  expect((await service().call('POST', path, { fileIds: [id] })).body['status']).toBe('PROCESSING');
  expect((await ended(String(verificationId)))['status']).toBe('FAILED');
});

it('a field that cannot be invented makes a document unreadable', async () => {
  await service().send('POST', '/v1/document-configs', {
    slug: 'own-card',
    name: 'Own card',
    checkTypeSlug: 'certification',
    fields: [{ key: 'number', required: true, pattern: '\u00dc\\d' }],
  });
  const id = await order('card.pdf', { documentConfigSlug: 'own-card' });
  expect((await ended(id))['status']).toBe('FAILED');
});

describe('the name of a file', () => {
  it.each([
    ['license.pdf', 'license.pdf'],
    ['../../Führerschein 😀.pdf', '../../Führerschein 😀.pdf'],
    ['a\tb.pdf ', 'a b.pdf'],
    ['😀'.repeat(300), '😀'.repeat(255)],
    [' ', 'file'],
  ])('%j is kept, cut and in one line', async (given, name) => {
    expect(await upload(given)).toMatchObject({ status: 201, body: { name } });
    expect(await service().sql.select({ name: files.name }).from(files)).toEqual([{ name }]);
  });

  it('has no whole Social Security number', async () => {
    expect(await upload('078-05-1120.pdf')).toMatchObject(
      invalid({ param: 'file', code: 'full_ssn' }),
    );
  });

  it('is kept by pages too', async () => {
    const browser = plainBrowser(service().description.url);
    const { url } = await openSession(service(), 'rn-license');
    const enter = async (name: string) =>
      browser.submit(await browser.open(`${url}/rn-license/enter`), {
        state: 'CA',
        'field.licenseNumber': 'RN1234',
        files: [{ name, content: '%PDF-1.7\n' }],
      });
    expect((await enter('078-05-1120.pdf')).errors).toEqual({
      files: 'Files: a name has a whole Social Security number. Rename the file first.',
    });
    expect((await enter('card.pdf')).status).toBe(200);
    expect(await service().sql.select({ name: files.name }).from(files)).toEqual([
      { name: 'card.pdf' },
    ]);
  });
});
