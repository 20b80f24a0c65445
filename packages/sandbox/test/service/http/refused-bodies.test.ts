import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sharedService, startTestService, type TestService } from '../../support/service.js';

const service = sharedService();

interface Kept {
  readonly requestBody: unknown;
  readonly requestBodyOmitted: unknown;
  readonly problem: unknown;
}

async function keptOf(
  { call }: Pick<TestService, 'call'>,
  { headers }: { readonly headers: Headers },
): Promise<Kept> {
  const { body } = await call('GET', `/v1/api-requests/${headers.get('service-request-id')}`);
  const { requestBody, requestBodyOmitted, problem } = body;
  const parsed: unknown = typeof requestBody === 'string' ? JSON.parse(requestBody) : requestBody;
  return { requestBody: parsed, requestBodyOmitted, problem };
}

/** All texts and JSON documents in the database. Times and counts are left out, because they may have any digits. */
async function everything(): Promise<readonly string[]> {
  const { sql: database, flushLog } = service();
  await flushLog();
  const tables = await database
    .select({ name: sql<string>`tablename` })
    .from(sql`pg_tables where schemaname = 'public'`);
  const values: unknown[] = [];
  for (const { name } of tables) {
    const rows = database
      .select({ row: sql<Readonly<Record<string, unknown>>>`to_jsonb(t)` })
      .from(sql`${sql.identifier(name)} t`);
    values.push(...(await rows).flatMap(({ row }) => Object.values(row)));
  }
  return values
    .filter((value) => typeof value === 'object' || typeof value === 'string')
    .map((value) => JSON.stringify(value))
    .filter((value) => !/^"\d{4}-\d\d-\d\dT[\d:.+]+"$/.test(value));
}

describe('the body of a refused request', () => {
  it('is kept with the problem, without personal, secret or unknown data', async () => {
    const sent = {
      documentConfigSlug: 'rn-license',
      state: 'XX',
      externalId: 'order-4711',
      formData: { licenseNumber: 'RN-123456', seen: true },
      metadata: {
        order: 7,
        at: '2026-01-31T09:00:00.000Z',
        uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
        host: 'http://192.168.1.10:3000/hook',
        apiToken: 'short',
        note: `${service().description.keys.full} whsec_abc Bearer abc.def`,
        link: 'https://me:pw@host.example/cb?code=4/abc&state=9#access_token=x',
        page: 'http://127.0.0.1:4010/verify/dvs_abc.letters',
        session: 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0uVw',
      },
      licenceHolder: 'Maria Ortiz',
    };
    const refused = await service().call('POST', '/v1/document-verifications', sent);
    expect(refused.status).toBe(422);
    expect(await keptOf(service(), refused)).toEqual({
      requestBody: {
        documentConfigSlug: 'rn-license',
        state: 'XX',
        externalId: 'order-4711',
        formData: { licenseNumber: '[redacted]', seen: true },
        metadata: {
          order: 7,
          at: '2026-01-31T09:00:00.000Z',
          uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
          host: 'http://192.168.1.10:3000/hook',
          apiToken: '[redacted]',
          note: '[redacted] [redacted] Bearer [redacted]',
          link: 'https://[redacted]@host.example/cb?code=[redacted]&state=[redacted]#[redacted]',
          page: 'http://127.0.0.1:4010/verify/[redacted]',
          session: '[redacted]',
        },
        licenceHolder: '[redacted]',
      },
      requestBodyOmitted: null,
      problem: refused.body,
    });
  });

  const length = { 'content-length': '12' };
  it.each([
    ['half an object', '{"firstName":', 'not_json', {}],
    ['lists in lists', '[['.repeat(40) + ']]'.repeat(40), 'not_json', {}],
    ['text', 'a=b', 'not_json', { headers: { ...length, 'content-type': 'text/plain' } }],
    ['a long text', { firstName: 'M'.repeat(4096) }, 'too_long', {}],
    ['many texts', { lines: Array(500).fill('x') }, 'too_long', {}],
  ])('is left out: %s', async (_, body, omitted, options) => {
    const refused = await service().call('POST', '/v1/candidates', body, options);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await keptOf(service(), refused)).toEqual({
      requestBody: null,
      requestBodyOmitted: omitted,
      problem: refused.body,
    });
  });

  it('is not read of a caller who may not call', async () => {
    const key = service().description.keys.candidate;
    const options = { key, headers: length };
    const refused = await service().call('POST', '/v1/packages', { name: 'x' }, options);
    expect(await keptOf(service(), refused)).toMatchObject({
      requestBodyOmitted: 'not_read',
      problem: { code: 'scope_insufficient' },
    });
  });

  it('is not kept of a request that was accepted', async () => {
    const made = await service().call('POST', '/v1/integrations', { name: 'Clinic' });
    expect(made.status).toBe(201);
    const nothing = { requestBody: null, requestBodyOmitted: null, problem: null };
    expect(await keptOf(service(), made)).toEqual(nothing);
  });

  it('a problem that is long is kept without its faults', async () => {
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field${n}`, 1]));
    const refused = await service().call('POST', '/v1/candidates', fields);
    expect(refused.status).toBe(422);
    const { problem } = await keptOf(service(), refused);
    expect(problem).toMatchObject({ code: 'validation_failed', status: 422 });
    expect(JSON.stringify(problem).length).toBeLessThan(4096);
  });

  it('in staging, is kept with --log-bodies only', async () => {
    const password = 'a long password';
    for (const logBodies of [undefined, true]) {
      const staging = await startTestService({ password, logBodies });
      const refused = await staging.call('POST', '/v1/packages', { name: 7 });
      const kept = await keptOf(staging, refused);
      await staging.close();
      expect(kept).toMatchObject(
        logBodies
          ? { requestBody: { name: 7 }, problem: { code: 'validation_failed' } }
          : { requestBody: null, requestBodyOmitted: 'not_kept', problem: null },
      );
    }
  });
});

// Ids contain none of these four digits.
const ssn = '819-08-9189';
const digits = '819089189';
const forms: readonly (string | number)[] = [
  ssn,
  digits,
  Number(digits),
  '819 08 9189',
  '819.08.9189',
  '819 - 08 - 9189',
  '819–08–9189',
  '819\u200b08\u200b9189',
  '8 1 9 0 8 9 1 8 9',
  '８１９-０８-９１８９',
  '٨١٩٠٨٩١٨٩',
  `It is ${ssn}, as said.`,
  `ssn=${digits};`,
];
const places: readonly [string, (form: string | number) => readonly [string, object]][] = [
  ['a field', (form) => ['/v1/candidates', { firstName: form, externalId: form }]],
  ['a field of another name', (form) => ['/v1/candidates', { socialSecurityNumber: form }]],
  ['metadata', (form) => ['/v1/candidates', { metadata: { note: form, ssn: form } }]],
  ['nested', (form) => ['/v1/candidates', { metadata: { deep: [{ er: { ssn: [form] } }] } }]],
  ['a key', (form) => ['/v1/candidates', { metadata: { [form]: 'x' }, [form]: 'y' }]],
  ['a list', (form) => ['/v1/packages', { name: form, checkTypeSlugs: [form] }]],
  ['the form', (form) => ['/v1/document-verifications', { formData: { ssn: form, x: form } }]],
  ['an object for a text', (form) => ['/v1/packages', { name: { of: form } }]],
  ['no object', (form) => ['/v1/packages', [form]]],
  ['a path', (form) => [`/v1/candidates/${encodeURIComponent(form)}`, { metadata: { x: form } }]],
  ['an address', (form) => ['/v1/webhook-endpoints', { url: `http://x/${form}?ssn=${form}` }]],
];

it.each(places)('no digit of a Social Security number in %s is stored', async (_, make) => {
  const found = /[8٨８][19١٩１９]\D{0,3}[9٩９]|9189|９１８９|٩١٨٩/u;
  const before = new Set(await everything());
  for (const form of forms) {
    const [path, body] = make(form);
    const refused = await service().call(
      path.includes('candidates/') ? 'PATCH' : 'POST',
      path,
      body,
    );
    expect(refused.status).toBeGreaterThanOrEqual(400);
  }
  const stored = (await everything()).filter((value) => !before.has(value));
  expect(stored.join()).toContain('[redacted]');
  expect(stored.filter((value) => found.test(value))).toEqual([]);
});
