import { createHash, randomBytes } from 'node:crypto';
import { asc, sql as raw } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { storeFile } from '../../../../src/service/capabilities/verifications/files.js';
import { fileUrls, serveFiles } from '../../../../src/service/capabilities/verifications/index.js';
import { fileParts, files, fileTotals } from '../../../../src/service/db/schema/index.js';
import { transactOn } from '../../../../src/service/db/sql.js';
import { commandRunner } from '../../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../../src/service/kernel/identity.js';
import { limits } from '../../../../src/service/limits/limits.js';
import { createDocument, openSession } from '../../../support/open-session.js';
import { plainBrowser } from '../../../support/plain-browser.js';
import { problem } from '../../../support/problems.js';
import { provision } from '../../../support/provision.js';
import { sharedService } from '../../../support/service.js';

// Storage and download of files.

const service = sharedService();
const MIB = 2 ** 20;
const head = [...Buffer.from('%PDF-1.7\n'), ...Array.from({ length: 256 }, (_, byte) => byte)];
/** A PDF of two and a half chunks, with every byte value. */
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

/** The URL of the file of the only verification. */
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
  const url = await address();
  expect(await download(url)).toBe(digest);
  const { status, headers, body } = await fetch(url, { method: 'HEAD' });
  expect({ status, body }).toEqual({ status: 200, body: null });
  expect(headers.get('content-length')).toBe(String(content.length));
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

describe('the files of a tenant have so many bytes', () => {
  const small = '%PDF-1.7\n';
  const most = limits.filesInMemory.most;
  const upload = (options = {}) => {
    const form = new FormData();
    form.set('file', new File([small], 'card.pdf'));
    return service().call('POST', '/v1/files', form, options);
  };
  const total = async () => (await service().sql.select().from(fileTotals))[0]?.bytes;
  /** Leaves room for so many bytes. */
  const leave = (bytes: number) =>
    service()
      .sql.insert(fileTotals)
      .values({ tenantId: 'acct', bytes: most - bytes });
  const full = problem(409, 'state_conflict', {
    detail:
      'With this file, the files of the tenant would have more than 256 MiB. A reset of the sandbox removes them.',
  });
  const noRoom = {
    status: 422,
    errors: {
      files: 'Files: there is no room for more. Contact the organization that sent you here.',
    },
  };
  const chosen = [{ name: 'card.pdf', content: small }];

  it('to the last byte, also with concurrent uploads', async () => {
    await leave(small.length - 1);
    expect(await upload()).toMatchObject(full);
    await service()
      .sql.update(fileTotals)
      .set({ bytes: most - small.length });
    const answers = await Promise.all([upload(), upload()]);
    expect(answers.toSorted((a, b) => a.status - b.status)).toMatchObject([{ status: 201 }, full]);
    expect([await total(), await service().sql.$count(files)]).toEqual([most, 1]);
    const { key } = await provision(service());
    expect((await upload({ key })).status).toBe(201);
  });

  it('on the page of a session, where a person can remove one', async () => {
    await leave(small.length);
    const { url } = await openSession(service(), 'rn-license');
    const browser = plainBrowser(service().description.url);
    const enter = () => browser.open(`${url}/rn-license/enter`);
    const license = { state: 'CA', 'field.licenseNumber': 'RN1234' };
    const two = [...chosen, ...chosen];
    expect(await browser.submit(await enter(), { ...license, files: two })).toMatchObject(noRoom);
    expect([await total(), await service().sql.$count(files)]).toEqual([most - small.length, 0]);
    await browser.submit(await enter(), { ...license, files: chosen });
    expect(await upload()).toMatchObject(full);
    await browser.submit(await enter(), { remove: ['1'] });
    expect([await total(), await service().sql.$count(files)]).toEqual([most - small.length, 0]);
    expect((await upload()).status).toBe(201);
  });

  it('and more on a disk', async () => {
    const { sql } = service();
    const urls = { origin: '', file: () => '', hosted: () => '' };
    const run = commandRunner(transactOn(sql), randomIdentity(), urls);
    const scope = { tenantId: 'acct', integrationId: null };
    const file = { name: 'card.pdf', content: Buffer.from(small) };
    const store = () => run((command) => storeFile({ ...command, scope }, file));
    await leave(0);
    await store();
    await sql.update(fileTotals).set({ bytes: limits.files.most - small.length });
    await store();
    await expect(store()).rejects.toThrow('more than 1 GiB');
  });
});
