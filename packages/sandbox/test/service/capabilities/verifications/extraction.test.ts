import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { documentConfigs, files } from '../../../../src/service/db/schema/index.js';
import { limits } from '../../../../src/service/limits/limits.js';
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

it('the result depends only on the bytes', async () => {
  const fieldsOf = async (name: string, content?: string) =>
    (await ended(await order(name, {}, content)))['formData'];
  const first = await fieldsOf('a.pdf');
  expect(await fieldsOf('b.pdf')).toEqual(first);
  expect(await fieldsOf('a.pdf', '%PDF-1.7\nother')).not.toEqual(first);
});

it('every document of the catalog can be read', async () => {
  const configs = await service().list('/v1/document-configs');
  const ids: string[] = [];
  for (const { slug } of configs) {
    ids.push(await order('scan.pdf', { documentConfigSlug: slug }, `%PDF-1.7\n${slug}`));
  }
  await service().control('/clock', { settle: true });
  for (const [index, { slug, fields, sourceSlug }] of configs.entries()) {
    const { status, formData } = await get(ids[index] ?? '');
    expect(status, String(slug)).toBe(sourceSlug === null ? 'RECORDED' : 'VERIFIED');
    for (const { key } of Object.values<Json>(Object(fields))) {
      expect(Object(formData), String(slug)).toHaveProperty(String(key));
    }
  }
});

it('a number that is read has its check digit', async () => {
  for (const content of ['a', 'b', 'c']) {
    const id = await order('scan.pdf', { documentConfigSlug: 'npi' }, `%PDF-1.7\n${content}`);
    expect((await ended(id))['status']).toBe('VERIFIED');
  }
});

describe('a magic name', () => {
  it('is read as the number', async () => {
    for (const [name, after, status, attemptCount, licenseNumber] of [
      ['SBX-REVOKED-1.pdf', '0s', 'FAILED', 1, 'SBX-REVOKED-1'],
      ['SBX-RETRY-7.scan.pdf', '30s', 'VERIFIED', 2, 'SBX-RETRY-7.scan'],
      ['SBX-NOSOURCE-1', '0s', 'RECORDED', 0, 'SBX-NOSOURCE-1'],
    ] as const) {
      const formData = { licenseNumber };
      expect(await ended(await order(name), after)).toMatchObject({
        status,
        attemptCount,
        formData,
      });
    }
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

  it('is in the README', () => {
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
    expect(readme).toMatch(/^\| `SBX-UNREADABLE-…` \|/m);
  });
});

it('fields that were sent are not read, and count more than a magic name', async () => {
  const formData = { holderName: 'Maria' };
  const waiting = await ended(await order('license.pdf', { formData }));
  expect(waiting).toMatchObject({ status: 'PENDING', formData });
  const whole = { licenseNumber: 'RN1234' };
  const record = await ended(await order('SBX-UNREADABLE-1.pdf', { formData: whole }));
  expect(record).toMatchObject({ status: 'VERIFIED', formData: whole });
});

it('files can be submitted later', async () => {
  const { verificationId } = await createDocument(service(), {});
  const { id } = (await upload('SBX-REVOKED-1.pdf')).body;
  const path = `/v1/document-verifications/${verificationId}/submit`;
  expect((await service().call('POST', path, {})).status).toBe(422);
  expect((await service().call('POST', path, { fileIds: [id] })).body['status']).toBe('PROCESSING');
  expect((await ended(String(verificationId)))['status']).toBe('FAILED');
});

describe("a document of a tenant's own configuration", () => {
  const slug = 'own-card';
  const path = '/v1/document-configs';
  const config = { slug, name: 'Own card', checkTypeSlug: 'certification' };
  const create = (fields: readonly Json[], more: Json = {}) =>
    service().send('POST', path, { ...config, fields, ...more });
  const read = async () => ended(await order('card.pdf', { documentConfigSlug: slug }));
  const unreadable = {
    status: 'FAILED',
    formData: {},
    errorMessage: 'The fields of the document could not be read from its files.',
  };

  // In JSON, each of its characters takes two bytes.
  const widest = `${'"{99}'.repeat(5)}"{5}`;
  const keyed = (pattern: string) => (_: unknown, index: number) => ({
    key: `k${index}`.padEnd(limits.formDataKey.most, 'x'),
    required: true,
    pattern,
  });
  const fields = Array.from({ length: limits.documentFields.most }, keyed(widest));
  const [, ...others] = fields;

  /** Counts the hashes from which fields are chosen. */
  function countChoices(): () => number {
    const createHash = vi.spyOn(crypto, 'createHash');
    syncBuiltinESMExports();
    onTestFinished(() => {
      createHash.mockRestore();
      syncBuiltinESMExports();
    });
    return () => createHash.mock.calls.filter(([algorithm]) => algorithm === 'shake256').length;
  }

  it('is unreadable when a field cannot be invented', async () => {
    await create([{ key: 'number', required: true, pattern: '\u00dc\\d' }]);
    expect(await read()).toMatchObject(unreadable);
  });

  it('is read at the extremes of its patterns, with a hash for each field', async () => {
    await create(fields);
    const choices = countChoices();
    const { status, formData } = await read();
    expect(status).toBe('RECORDED');
    const values = Object.values<unknown>(Object(formData));
    expect(values).toEqual(fields.map(() => '"'.repeat(limits.patternLength.most)));
    expect(choices()).toBe(fields.length);
  });

  it('is unreadable when its fields do not fit into formData', async () => {
    await create(fields);
    // A pattern that was stored before patterns had a maximum length.
    const longer = fields.map((field) => ({
      ...field,
      type: 'string' as const,
      pattern: '"{99}'.repeat(7),
    }));
    const { sql } = service();
    await sql.update(documentConfigs).set({ fields: longer }).where(eq(documentConfigs.slug, slug));
    expect(await read()).toMatchObject(unreadable);
  });

  it.each([
    ['the magic field alone is invented again', { pattern: '[A-Z]{5}' }, 200],
    ['what stays the same is not invented again', { pattern: '[A]{5}' }, 1],
    ['nor is a day', { type: 'date' }, 1],
  ])('is unreadable when its source denies it: %s', async (_what, magic, tries) => {
    await create([{ key: 'magic', ...magic }, ...others], { sourceSlug: 'sbx-npi' });
    const choices = countChoices();
    expect(await read()).toMatchObject(unreadable);
    expect(choices()).toBe(others.length + tries);
  });
});

describe('the name of a file', () => {
  it.each(['../../Führerschein 😀.pdf', ' a b.pdf ', '😀'.repeat(255), 'a"b\\.pdf'])(
    'is kept as it was sent: %j',
    async (name) => {
      expect(await upload(name)).toMatchObject({ status: 201, body: { name } });
      expect((await service().sql.select().from(files)).at(-1)?.name).toBe(name);
    },
  );

  it.each([
    ['a\0b.pdf', 'invalid_characters'],
    ['a\r\nb.pdf', 'invalid_characters'],
    ['a\nb.pdf', 'invalid_characters'],
    ['a\tb.pdf', 'invalid_characters'],
    ['a\u0085b.pdf', 'invalid_characters'],
    ['a.pdf\u007f', 'invalid_characters'],
    ['😀'.repeat(256), 'too_big'],
    [' ', 'invalid_format'],
    ['078-05-1120.pdf', 'full_ssn'],
  ])('is refused: %j', async (name, code) => {
    const fault = invalid({ param: 'file', code });
    expect(await upload(name)).toMatchObject(fault);
    const roster = new FormData();
    roster.set('file', new File(['first_name'], name));
    expect(await service().call('POST', '/v1/bulk-imports', roster)).toMatchObject(fault);
    const byQuery = await service().call(
      'POST',
      `/v1/bulk-imports?fileName=${encodeURIComponent(name)}`,
      new Blob(['first_name']),
      { headers: { 'content-type': 'text/csv' } },
    );
    expect(byQuery.text).toContain(`"code":"${code}"`);
    expect(await service().sql.select().from(files)).toEqual([]);
  });

  it('is filename of its part, and not filename*', async () => {
    const body = new Blob([
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"; ',
      "filename*=utf-8''a%0Ab.pdf\r\n\r\n%PDF-1.7\n\r\n--x--\r\n",
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const { status, text } = await service().call('POST', '/v1/files', body, { headers });
    expect([status, text]).toEqual([400, expect.stringContaining('Send the name as filename')]);
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
      files: 'Files: a file name has a full Social Security number. Rename the file.',
    });
    for (const name of ['a\nb.pdf', 'a\0b.pdf', 'x'.repeat(256)]) {
      expect((await enter(name)).errors).toEqual({
        files: 'Files: a file name is too long or has unsupported characters. Rename the file.',
      });
    }
    expect((await enter('card.pdf')).status).toBe(200);
    expect(await service().sql.select({ name: files.name }).from(files)).toEqual([
      { name: 'card.pdf' },
    ]);
  });
});
