import { createHash, randomBytes } from 'node:crypto';
import { asc, sql as raw } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { fileUrls, serveFiles } from '../../../../src/service/capabilities/verifications/index.js';
import { fileParts, files } from '../../../../src/service/db/schema/index.js';
import { createDocument, openSession } from '../../../support/open-session.js';
import { plainBrowser } from '../../../support/plain-browser.js';
import { sharedService } from '../../../support/service.js';

// What is kept of a file, and what comes back.

const service = sharedService();
const MIB = 2 ** 20;
const head = [...Buffer.from('%PDF-1.7\n'), ...Array.from({ length: 256 }, (_, byte) => byte)];
/** A PDF of two pieces and a half, with every byte. */
const content = Uint8Array.from([...head, ...randomBytes(2.5 * MIB - head.length)]);
const digest = digestOf(content);

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function uploadToApi(): Promise<string> {
  const form = new FormData();
  form.set('file', new File([content], 'card.pdf'));
  const { id } = await service().send('POST', '/v1/files', form);
  return String(id);
}

async function orderByApi(): Promise<void> {
  const fileIds = [await uploadToApi()];
  await createDocument(service(), { formData: { licenseNumber: 'RN1234' }, fileIds });
}

async function orderOnPage(): Promise<void> {
  const { url } = await openSession(service(), 'rn-license');
  const browser = plainBrowser(service().description.url);
  const review = await browser.submit(await browser.open(`${url}/rn-license/enter`), {
    state: 'CA',
    'field.licenseNumber': 'RN1234',
    files: [{ name: 'card.pdf', content }],
  });
  await browser.submit(review);
}

/** The address of the file of the only verification. */
async function address(): Promise<string> {
  const [one] = await service().list('/v1/document-verifications');
  return String(Object(one?.['verificationFileUploads'])[0]);
}

async function download(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.headers.get('content-length')).toBe(String(content.length));
  return digestOf(new Uint8Array(await answer.arrayBuffer()));
}

const storedParts = () =>
  service()
    .sql.select({ number: fileParts.number, bytes: raw`octet_length(${fileParts.content})` })
    .from(fileParts)
    .orderBy(asc(fileParts.number));

it.each([
  ['the API', orderByApi],
  ['a page', orderOnPage],
])('a file from %s is kept in pieces of 1 MiB, and comes back byte for byte', async (_, send) => {
  await send();
  const { sql } = service();
  expect(await sql.select().from(files)).toMatchObject([{ size: content.length, digest }]);
  expect(await storedParts()).toEqual([
    { number: 0, bytes: MIB },
    { number: 1, bytes: MIB },
    { number: 2, bytes: MIB / 2 },
  ]);
  expect(await download(await address())).toBe(digest);
});

it('a snapshot keeps the files', async () => {
  await orderByApi();
  const url = await address();
  await service().control('/snapshots', { name: 'with-a-file' });
  await service().control('/reset', {});
  expect(await storedParts()).toEqual([]);
  expect((await fetch(url)).status).toBe(404);
  await service().control('/snapshots/with-a-file/restore', {});
  expect(await download(url)).toBe(digest);
});

it('HEAD tells the length', async () => {
  await orderByApi();
  const { status, headers, body } = await fetch(await address(), { method: 'HEAD' });
  expect({ status, body }).toEqual({ status: 200, body: null });
  expect(headers.get('content-length')).toBe(String(content.length));
});

it('a piece is read when the one before was taken, and its failure breaks the download', async () => {
  const id = await uploadToApi();
  const { sql } = service();
  const onError = vi.fn();
  const urls = fileUrls('secret');
  const readFirst = async () => {
    const url = urls.urlOf('', id, new Date('2026-01-01'));
    const { body } = await serveFiles(sql, urls, onError).request(url);
    const reader = body?.getReader();
    const first = await reader?.read();
    expect(first?.value).toHaveLength(MIB);
    return reader;
  };
  const readers = [await readFirst(), await readFirst()];
  const failure = new Error('The database has gone.');
  const select = vi.spyOn(sql, 'select').mockImplementationOnce(() => {
    throw failure;
  });
  await expect(readers[0]?.read()).rejects.toBe(failure);
  expect(onError.mock.calls).toEqual([[failure]]);
  select.mockRestore();
  await sql.delete(fileParts);
  await expect(readers[1]?.read()).rejects.toThrow(`The file ${id} is gone.`);
  expect(onError).toHaveBeenCalledTimes(1);
});
