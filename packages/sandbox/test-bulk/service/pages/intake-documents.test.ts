import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { documentConfigs, files } from '../../../src/service/db/schema/index.js';
import { fillIn, identity, invite } from '../../../test/support/invite.js';
import { plainBrowser } from '../../../test/support/plain-browser.js';
import { sharedService } from '../../../test/support/service.js';

// The page of the intake that asks for a document of the role.

const service = sharedService();
const browser = () => plainBrowser(service().description.url);
const PDF = { name: 'card.pdf', content: '%PDF-1.7\n' };
const agreed = { agree: ['yes'], signature: 'Maria Ortiz' };

const cpr = async () => {
  const { url } = await invite(service());
  await fillIn(service(), url);
  return `${url}/documents/cpr-card`;
};
const stored = async () => service().sql.select().from(files);

it('asks for its fields', async () => {
  const page = await browser().open(await cpr());
  const empty = { 'field.holderName': '', 'field.expiresOn': '31.5.2027' };
  expect((await browser().submit(page, empty)).errors).toEqual({
    'field-1': 'Holder name: enter this.',
    'field-3': 'Expires on: enter a date such as 2027-05-31.',
  });
  const wrong = {
    'field.holderName': '078-05-1120',
    'field.issuer': 'x'.repeat(201),
    'field.expiresOn': '2027-05-31',
  };
  const refused = await browser().submit(page, wrong);
  expect(refused.errors).toEqual({
    'field-1': 'Holder name: do not enter a whole Social Security number.',
    'field-2': 'Issuer: at most 200 characters.',
  });
  expect(refused.html).not.toContain('1120');
  expect(refused.values['field.expiresOn']).toBe('2027-05-31');
});

it('takes a magic value that does not match the pattern, and no other such value', async () => {
  const db = service().sql;
  const { url } = await invite(service(), { role: 'driver' });
  await db
    .update(documentConfigs)
    .set({
      fields: [{ key: 'licenseNumber', type: 'string', required: true, pattern: '\\d{9}' }],
    })
    .where(eq(documentConfigs.slug, 'drivers-license'));
  let page = await browser().submit(await browser().open(`${url}/identity`), identity);
  page = await browser().submit(page, agreed);
  const refused = await browser().submit(page, { 'field.licenseNumber': 'abc' });
  expect(refused.errors).toEqual({ 'field-1': 'License number: check how it is written.' });
  const next = await browser().submit(refused, { 'field.licenseNumber': 'SBX-RETRY-1' });
  expect(next.heading).toBe('Check your answers');
});

it('takes files, keeps them, and removes those that are ticked', async () => {
  const url = await cpr();
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const two = { files: [PDF, { name: '../../x.html', content: new Uint8Array(png) }] };
  expect((await browser().submit(await browser().open(url), two)).heading).toBe(
    'Check your answers',
  );
  expect(await stored()).toMatchObject([
    { contentType: 'application/pdf', tenantId: 'acct' },
    { contentType: 'image/png', integrationId: service().description.integrationId },
  ]);
  const page = await browser().open(url);
  expect(page.text).toContain('Remove file 2');
  expect((await browser().submit(page, { remove: ['1'], files: [PDF, PDF] })).text).toContain(
    'Files3',
  );
  expect((await stored()).map(({ contentType }) => contentType)).toEqual([
    'image/png',
    'application/pdf',
    'application/pdf',
  ]);
});

it.each([
  ['no PDF, PNG or JPEG', [{ name: 'card.pdf', content: '<svg onload="x"/>' }], 422],
  ['more than five', Array.from({ length: 6 }, () => PDF), 422],
  ['too large', [{ name: 'x.pdf', content: `%PDF-1.7\n${'x'.repeat(10_485_752)}` }], 413],
])('refuses files: %s', async (_why, chosen, status) => {
  const refused = await browser().submit(await browser().open(await cpr()), { files: chosen });
  expect(refused.status).toBe(status);
  expect(Object.keys(refused.errors)).toEqual(['files']);
  expect(await stored()).toEqual([]);
});

it('asks for the files again where a field was wrong', async () => {
  const page = await browser().open(await cpr());
  const wrong = { 'field.holderName': '', files: [PDF] };
  expect((await browser().submit(page, wrong)).errors).toEqual({
    'field-1': 'Holder name: enter this.',
    files: 'Files: choose them again.',
  });
  expect(await stored()).toEqual([]);
});

it('requires a file where its configuration does', async () => {
  const url = await cpr();
  await service()
    .sql.update(documentConfigs)
    .set({ requiresFiles: true })
    .where(eq(documentConfigs.slug, 'cpr-card'));
  const page = await browser().open(url.replace('documents/cpr-card', 'review'));
  expect(page.heading).toBe('CPR card');
  expect((await browser().submit(page)).errors).toEqual({
    files: 'Files: add a file of the document.',
  });
  const next = await browser().submit(page, { files: [PDF] });
  expect(next.heading).toBe('Check your answers');
});

it('can be skipped where the role does not require it, and is then forgotten', async () => {
  const url = (await cpr()).replace('cpr-card', 'vaccination-record');
  const page = await browser().open(url);
  const entered = { 'field.holderName': 'Maria', files: [PDF] };
  expect((await browser().submit(page, entered)).text).toContain('Holder nameMaria');
  expect(await stored()).toHaveLength(1);
  const review = await browser().submit(await browser().open(url), {}, 'skip');
  expect(review.text).toContain('DocumentSkipped');
  expect(await stored()).toEqual([]);
  // Half of it is not enough.
  const half = await browser().submit(await browser().open(url), { 'field.issuer': 'X' });
  expect(half.errors).toEqual({ 'field-1': 'Holder name: enter this.' });
});

it('cannot be skipped where the role requires it', async () => {
  const url = (await invite(service(), { role: 'certified-nursing-assistant' })).url;
  let page = await browser().submit(await browser().open(`${url}/identity`), identity);
  page = await browser().submit(page, agreed);
  expect(page.elements.some(({ attributes }) => attributes['name'] === 'skip')).toBe(false);
  const body = new FormData();
  body.set('skip', 'yes');
  const headers = { origin: new URL(url).origin };
  const answer = await fetch(new URL(page.path, url), { method: 'POST', headers, body });
  expect(answer.status).toBe(422);
});
