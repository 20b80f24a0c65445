import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { documentConfigs } from '../../../src/service/db/schema/index.js';
import { limits } from '../../../src/service/limits/limits.js';
import { createDocument } from '../../support/open-session.js';
import { invalid, problem } from '../../support/problems.js';
import { recordsOf, sharedService } from '../../support/service.js';

// "Everything available in its web dashboard is also available over the API" of spec section 1, for the kinds of documents.

type Json = Readonly<Record<string, unknown>>;

const service = sharedService();
const path = '/v1/document-configs';
const number = { key: 'cardNumber', type: 'string', required: true, pattern: 'FL-\\d{4}' } as const;
const forklift = {
  slug: 'forklift-license',
  name: 'Forklift license',
  checkTypeSlug: 'certification',
  fields: [number],
};

const post = (more: Json = {}) => service().call('POST', path, { ...forklift, ...more });
const create = (more: Json = {}) => service().send('POST', path, { ...forklift, ...more });
const patch = (slug: string, body: Json) => service().call('PATCH', `${path}/${slug}`, body);
const get = async (slug: string) => (await service().call('GET', `${path}/${slug}`)).body;
const slugs = async (query: string) =>
  (await service().list(`${path}${query}`)).map(({ slug }) => slug);

it('one of its own has every field', async () => {
  const made = await create();
  expect(made).toEqual({
    ...forklift,
    states: ['*'],
    requiresFiles: false,
    sourceSlug: null,
    magicField: 'cardNumber',
    magicValues: [],
    custom: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  });
  expect(await get('forklift-license')).toEqual(made);
});

describe('a pattern', () => {
  const { most } = limits.patternLength;
  const fieldOf = (length: number) => ({
    ...number,
    pattern: `${'\\d{99}'.repeat(5)}\\d{${length - 495}}`,
  });
  const tooLong = invalid({ param: 'fields.0.pattern', code: 'too_big' });

  it('matches so many characters', async () => {
    const fields = [fieldOf(most + 1)];
    expect(await post({ fields })).toMatchObject(tooLong);
    await create({ fields: [fieldOf(most)] });
    expect(await patch(forklift.slug, { fields })).toMatchObject(tooLong);
  });

  it('that matches far more is refused of each field', async () => {
    const long = (_: unknown, index: number) => ({
      key: `k${index}`,
      pattern: '\\d{99}'.repeat(16),
    });
    const fields = [{ key: 'magic', pattern: '[A]{5}' }, ...Array.from({ length: 49 }, long)];
    const { status, body } = await post({ fields, sourceSlug: 'sbx-npi' });
    const params = recordsOf(body['errors']).map(({ param }) => param);
    expect([status, params]).toEqual([
      422,
      Array.from({ length: 49 }, (_, index) => `fields.${index + 1}.pattern`),
    ]);
  });

  it('of before there was a bound stays, and still takes its values', async () => {
    await create();
    const fields = [{ ...number, pattern: '\\d{99}'.repeat(16) }];
    await service()
      .sql.update(documentConfigs)
      .set({ fields })
      .where(eq(documentConfigs.slug, forklift.slug));
    expect(await patch(forklift.slug, { name: 'Forklift' })).toMatchObject({
      status: 200,
      body: { fields },
    });
    const order = (length: number) =>
      createDocument(service(), {
        documentConfigSlug: forklift.slug,
        formData: { cardNumber: '1'.repeat(length) },
      });
    expect((await order(1584))['status']).toBe('PROCESSING');
    await expect(order(1585)).rejects.toThrow('must match');
  });
});

it('a slug exists once, also with simultaneous requests', async () => {
  const answers = await Promise.all([post(), post(), post()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  for (const slug of ['rn-license', 'forklift-license']) {
    expect(await post({ slug })).toMatchObject(problem(409, 'duplicate_resource'));
  }
  expect(await slugs('?custom=true')).toEqual(['forklift-license']);
});

it('the list is filtered', async () => {
  await create({ sourceSlug: 'sbx-dmv' });
  expect(await slugs('?custom=true')).toEqual(['forklift-license']);
  expect(await slugs('?custom=false')).not.toContain('forklift-license');
  expect(await slugs('?checkTypeSlug=certification')).toEqual(['cpr-card', 'forklift-license']);
  expect(await slugs('?sourceSlug=sbx-dmv')).toEqual(['drivers-license', 'forklift-license']);
  expect(await slugs('?sourceSlug=none')).toEqual([]);
});

it('a document of it is verified by its source', async () => {
  await create({ sourceSlug: 'sbx-dmv', states: ['CA', 'NY'] });
  const of = { documentConfigSlug: 'forklift-license' };
  const wrong = { ...of, formData: { cardNumber: 'FL-1' } };
  await expect(createDocument(service(), wrong)).rejects.toThrow('must match');
  await expect(createDocument(service(), { ...of, state: 'TX' })).rejects.toThrow('CA, NY');
  const { verificationId } = await createDocument(service(), {
    ...of,
    formData: { cardNumber: 'SBX-REVOKED-1' },
  });
  await service().control('/clock', { settle: true });
  const { body } = await service().call('GET', `/v1/document-verifications/${verificationId}`);
  expect(body).toMatchObject({ ...of, checkTypeSlug: 'certification', status: 'FAILED' });
});

it('one that requires files waits for them', async () => {
  await create({ requiresFiles: true });
  const formData = { cardNumber: 'FL-1234' };
  const waits = await createDocument(service(), { documentConfigSlug: forklift.slug, formData });
  expect(waits['status']).toBe('PENDING');
  const submit = (body: Json) =>
    service().call('POST', `/v1/document-verifications/${waits['verificationId']}/submit`, body);
  expect(await submit({})).toMatchObject(invalid({ param: 'fileIds', code: 'required' }));
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.7\n']));
  const { id } = await service().send('POST', '/v1/files', form);
  expect((await submit({ fileIds: [id] })).body['status']).toBe('PROCESSING');
});

describe('a change', () => {
  it('applies from now on, and keeps the other settings', async () => {
    const made = await create();
    await service().control('/clock', { advance: '1h' });
    const { status, body } = await patch(forklift.slug, { requiresFiles: true, name: 'Forklift' });
    const after = { ...made, requiresFiles: true, name: 'Forklift' };
    expect([status, body]).toEqual([200, { ...after, updatedAt: '2026-01-01T01:00:00.000Z' }]);
    expect(await get(forklift.slug)).toEqual(body);
  });

  it('takes what an answer tells, but the slug', async () => {
    const { slug, magicValues, custom, createdAt, updatedAt, ...parts } = await create();
    expect((await patch(String(slug), parts)).status).toBe(200);
    expect(await patch(forklift.slug, { slug: 'other' })).toMatchObject(invalid({ param: 'slug' }));
  });
  it('needs a magic field that stays', async () => {
    await create();
    const fields = [{ key: 'other' }];
    const refused = await patch(forklift.slug, { fields });
    expect(refused).toMatchObject(invalid({ param: 'magicField', code: 'unknown' }));
    expect((await patch(forklift.slug, { fields, magicField: 'other' })).status).toBe(200);
  });
});

it('each fault in it is named', async () => {
  for (const [param, more] of [
    ['slug', { slug: 'Forklift' }],
    ['name', { name: ' ' }],
    ['checkTypeSlug', { checkTypeSlug: 'none' }],
    ['states', { states: [] }],
    ['states.1', { states: ['CA', 'CA'] }],
    ['states.0', { states: ['ZZ'] }],
    ['sourceSlug', { sourceSlug: 'none' }],
    ['magicField', { magicField: 'none' }],
    ['fields', { fields: [] }],
    ['fields.0.key', { fields: [{ key: 'a b' }] }],
    ['fields.0.key', { fields: [{ key: 'constructor' }] }],
    ['fields.1.key', { fields: [number, number] }],
    ['fields.0.type', { fields: [{ key: 'a', type: 'number' }] }],
    ['fields.0.pattern', { fields: [{ key: 'a', pattern: '(a+)+' }] }],
  ] as const) {
    expect(await post(more), param).toMatchObject(invalid({ param }));
  }
  expect(await slugs('?custom=true')).toEqual([]);
});

it('a tenant has so many', async () => {
  const { most } = limits.ownDocumentConfigs;
  await create();
  const { sql } = service();
  const isIt = eq(documentConfigs.slug, forklift.slug);
  const [row] = await sql.select().from(documentConfigs).where(isIt);
  if (!row) throw new Error('There is none.');
  const { seq: _seq, ...columns } = row;
  const copies = Array.from({ length: most - 2 }, (_, at) => ({
    ...columns,
    id: `dcf_${at}`,
    slug: `own-${at}`,
  }));
  await sql.insert(documentConfigs).values(copies);
  await create({ slug: 'last' });
  const detail =
    'The tenant has 50 document configurations of its own. Change one of them instead.';
  expect(await post({ slug: 'more' })).toMatchObject(problem(409, 'state_conflict', { detail }));
  expect(await patch('own-0', { name: 'Changed' })).toMatchObject({ status: 200 });
});
