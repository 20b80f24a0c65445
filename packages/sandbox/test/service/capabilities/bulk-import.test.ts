import { describe, expect, it } from 'vitest';
import { rowPages } from '../../../src/service/capabilities/bulk-import/records.js';
import { bulkImportParts, roles } from '../../../src/service/db/schema/index.js';
import { orderedReport } from '../../support/ordered-report.js';
import { conflict, problem } from '../../support/problems.js';
import { roleOf } from '../../support/role-of.js';
import { recordsOf, sharedService } from '../../support/service.js';
import { uploadRoster } from '../../support/upload-roster.js';

// The row "Bulk import" of spec section 1.

const service = sharedService();
const path = '/v1/bulk-imports';
const maria = {
  first_name: 'Maria',
  last_name: 'Ortiz',
  email: 'maria.ortiz@example.com',
  role: 'certified-nursing-assistant',
  work_state: 'CA',
  cna_certification_number: 'CNA1',
  tb_test_number: 'TB1',
};

type Row = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, unknown>>;

/** A roster of these rows, with the columns of all of them. */
function csv(...rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

const upload = (content: string, query = '') => uploadRoster(service(), content, query);
const get = (url: string) => service().send('GET', url);
const create = (url: string, body: Json) => service().send('POST', url, body);
const roleId = async (slug: string) => (await roleOf(service().sql, slug)).id;

/** Uploads rows, and returns the import and its rows once they are validated. */
async function validate(...rows: readonly Row[]) {
  const { id } = await upload(csv(...rows));
  await service().control('/clock', { settle: true });
  return { id: String(id), rows: await rowsOf(String(id)) };
}

async function rowsOf(id: string, query = ''): Promise<readonly Json[]> {
  return recordsOf((await get(`${path}/${id}/rows?limit=100${query}`))['data']);
}

async function commit(id: string): Promise<Json> {
  await service().send('POST', `${path}/${id}/commit`);
  await service().control('/clock', { settle: true });
  return get(`${path}/${id}`);
}

/** A row of 100 kB. */
function largeRow(number: number): Row {
  const notes = Array.from({ length: 100 }, (_, index) => [`note_${index}`, 'x'.repeat(1000)]);
  return { ...maria, email: `${number}@example.com`, ...Object.fromEntries(notes) };
}

/** Rosters, and the number of rows in each of their parts: at most 200 rows and 256 KiB. */
const inParts: readonly { of: string; rows: readonly Row[]; sizes: readonly number[] }[] = [
  {
    of: 'many rows',
    rows: Array.from({ length: 450 }, (_, index) => ({ ...maria, email: `${index}@example.com` })),
    sizes: [200, 200, 50],
  },
  {
    of: 'large rows',
    rows: Array.from({ length: 5 }, (_, index) => largeRow(index)),
    sizes: [2, 2, 1],
  },
];

/** A candidate who meets every requirement of a certified nursing assistant in California. */
async function readyCandidate(): Promise<string> {
  const { sql, description, control } = service();
  const { integrationId } = description;
  const { id } = await create('/v1/candidates', {
    firstName: 'Maria',
    lastName: 'Ortiz',
    email: 'Maria.Ortiz@example.com',
  });
  const candidateId = String(id);
  const document = { state: 'CA', integrationId, candidateId };
  await create('/v1/document-verifications', {
    ...document,
    documentConfigSlug: 'cna-certification',
    formData: { licenseNumber: 'CNA1' },
  });
  await create('/v1/document-verifications', {
    ...document,
    documentConfigSlug: 'tb-test',
    formData: { holderName: 'Maria Ortiz' },
  });
  await control('/clock', { settle: true });
  await orderedReport(sql, candidateId, { 'national-criminal': 'clear' });
  return candidateId;
}

describe('a roster is validated against the roles', () => {
  it('in the background, and tells how many rows have which status', async () => {
    const made = await upload(csv(maria), '?fileName=june.csv');
    expect(made).toEqual({
      id: expect.stringMatching(/^imp_/),
      fileName: 'june.csv',
      roleId: null,
      status: 'validating',
      rowCount: 1,
      counts: { valid: 0, pending: 0, missing: 0 },
      fileIssues: [],
      committedAt: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
    expect(await rowsOf(String(made['id']))).toEqual([]);
    await service().control('/clock', { advance: '1h' });
    const validated = {
      ...made,
      status: 'validated',
      counts: { valid: 0, pending: 1, missing: 0 },
    };
    expect(await get(`${path}/${made['id']}`)).toEqual(validated);
    expect((await get(path))['data']).toEqual([validated]);
    expect((await get(`${path}?status=validated`))['data']).toEqual([validated]);
    expect((await get(`${path}?status=committed`))['data']).toEqual([]);
    expect(await rowsOf(String(made['id']))).toEqual([
      {
        id: expect.stringMatching(/^row_/),
        line: 2,
        status: 'pending',
        candidateId: null,
        onboardingId: null,
        roleSlug: 'certified-nursing-assistant',
        values: maria,
        requirements: [
          ['check', 'national-criminal'],
          ['document', 'cna-certification'],
          ['document', 'tb-test'],
        ].map(([kind, slug]) => ({
          kind,
          slug,
          required: true,
          state: 'missing',
          sourceId: null,
          expiresAt: null,
        })),
        issues: [],
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
      },
    ]);
  });

  it('against the documents on file of a candidate, who is known by external id, or else by email', async () => {
    const candidateId = await readyCandidate();
    const named = { firstName: 'Ana', lastName: 'Lopez', email: 'ana@example.com' };
    const ana = await create('/v1/candidates', { ...named, externalId: 'clinician-1' });
    const valid = { status: 'valid', candidateId, issues: [] };
    const pending = { status: 'pending', candidateId };
    const { cna_certification_number: _one, tb_test_number: _two, ...withoutNumbers } = maria;
    for (const [row, expected] of [
      [maria, valid],
      [withoutNumbers, valid],
      [{ ...maria, cna_certification_number: 'CNA2' }, pending],
      [{ ...maria, cna_certification_state: 'NY' }, pending],
      [{ ...maria, work_state: 'NY' }, pending],
      [
        { ...maria, external_id: 'clinician-1' },
        { status: 'pending', candidateId: ana['id'] },
      ],
    ] as const) {
      expect((await validate(row)).rows, JSON.stringify(row)).toMatchObject([expected]);
    }
  });

  const unusable: readonly (readonly [column: string, code: string, changes: Row])[] = [
    ['first_name', 'required_missing', { first_name: ' ' }],
    ['last_name', 'required_missing', { last_name: '' }],
    ['email', 'required_missing', { email: '' }],
    ['role', 'required_missing', { role: '' }],
    ['work_state', 'required_missing', { work_state: '' }],
    ['email', 'email_invalid', { email: 'maria' }],
    ['role', 'role_unknown', { role: 'astronaut' }],
    ['work_state', 'state_invalid', { work_state: 'ZZ' }],
    ['cna_certification_state', 'state_invalid', { cna_certification_state: 'California' }],
    ['date_of_birth', 'date_invalid', { date_of_birth: '2/28/1990' }],
    ['date_of_birth', 'date_invalid', { date_of_birth: '2026-01-02' }],
    ['start_date', 'date_invalid', { start_date: '2026-02-30' }],
    ['tb_test_expires_on', 'date_invalid', { tb_test_expires_on: 'soon' }],
    ['cna_certification_number', 'credential_missing', { cna_certification_number: '' }],
    ['tb_test_expires_on', 'credential_expired', { tb_test_expires_on: '2025-12-30' }],
    ['first_name', 'value_invalid', { first_name: 'x'.repeat(101) }],
    ['phone', 'value_invalid', { phone: 'call me' }],
    ['cna_certification_number', 'value_invalid', { cna_certification_number: 'no number' }],
  ];

  it('a row is missing when a value is not usable, and names its column', async () => {
    const { id, rows } = await validate(
      ...unusable.map(([, , changes], index) => ({
        ...maria,
        email: `${index}@example.com`,
        ...changes,
      })),
    );
    expect(rows).toMatchObject(
      unusable.map(([column, code]) => ({ status: 'missing', issues: [{ column, code }] })),
    );
    expect(rows).toHaveLength(unusable.length);
    expect(await rowsOf(id, '&status=missing')).toEqual(rows);
    expect(await rowsOf(id, '&status=pending')).toEqual([]);
  });

  it('a row that repeats an earlier one is missing', async () => {
    const other = { ...maria, email: 'other@example.com', external_id: 'a' };
    const { rows } = await validate(
      { ...maria, external_id: 'a' },
      { ...other, email: 'MARIA.Ortiz@example.com', external_id: 'b' },
      other,
    );
    expect(rows).toMatchObject([
      { line: 2, status: 'pending', issues: [] },
      { line: 3, status: 'missing', issues: [{ column: 'email', code: 'duplicate_row' }] },
      { line: 4, status: 'missing', issues: [{ column: 'external_id', code: 'duplicate_row' }] },
    ]);
  });

  it.each(inParts)('from parts, and is shown in pages: $of', async ({ rows, sizes }) => {
    const id = String((await upload(csv(...rows)))['id']);
    const { sql, control, call } = service();
    const parts = await sql.select().from(bulkImportParts).orderBy(bulkImportParts.number);
    expect(parts.map(({ rows }) => rows.length)).toEqual(sizes);
    const lines = rows.map((_, index) => index + 2);
    expect(parts.flatMap(({ rows }) => rows.map(({ line }) => line))).toEqual(lines);
    expect((await control('/clock', { settle: true })).body).toMatchObject({ ran: sizes.length });
    expect(await sql.select().from(bulkImportParts)).toEqual([]);
    expect(await get(`${path}/${id}`)).toMatchObject({ counts: { pending: rows.length } });

    const pages: number[] = [];
    for await (const page of rowPages(sql, id)) pages.push(page.length);
    expect(pages).toEqual(sizes);
    const { text } = await call('GET', `${path}/${id}/rows.csv`);
    const [header = '', ...exported] = text.trimEnd().split('\r\n');
    const column = header.split(',').indexOf('import_line');
    expect(exported.map((line) => Number(line.split(',')[column]))).toEqual(lines);

    const listed: unknown[] = [];
    let cursor = '';
    do {
      const page = await get(`${path}/${id}/rows?limit=100${cursor}`);
      listed.push(...recordsOf(page['data']).map(({ line }) => line));
      cursor = page['hasMore'] ? `&cursor=${page['nextCursor']}` : '';
    } while (cursor);
    expect(listed).toEqual(lines);
  });

  it('names of roles and states are taken in any case, and cells with spaces', async () => {
    const { rows } = await validate({
      ...maria,
      role: ' Certified Nursing Assistant ',
      work_state: ' ca ',
    });
    expect(rows).toMatchObject([{ status: 'pending', issues: [] }]);
  });

  it('with one role for all rows, no column names it', async () => {
    const { role: _role, ...rest } = maria;
    const id = await roleId('certified-nursing-assistant');
    const made = await upload(csv(rest, { ...rest, email: 'b@example.com' }), `?roleId=${id}`);
    expect(made).toMatchObject({ roleId: id, fileIssues: [] });
    const another = await upload(csv({ ...maria, role: 'driver' }), `?roleId=${id}`);
    await service().control('/clock', { settle: true });
    expect(await rowsOf(String(made['id']))).toMatchObject([
      { status: 'pending', roleSlug: 'certified-nursing-assistant' },
      { status: 'pending' },
    ]);
    expect(await rowsOf(String(another['id']))).toMatchObject([
      { status: 'missing', issues: [{ column: 'role', code: 'role_unknown' }] },
    ]);
  });
});

describe('the rows are exported', () => {
  it('as CSV, with their issues, which can be corrected and sent again', async () => {
    const { id } = await validate({ ...maria, phone: '+1 415 555 0100', note: '=1+1', email: '' });
    const { headers, text } = await service().call('GET', `${path}/${id}/rows.csv`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${id}-rows.csv"`);
    const [names, row] = text.split('\r\n');
    expect(names).toBe(
      `${[...Object.keys(maria), 'phone', 'note'].join(',')},import_line,import_status,import_requirements,import_issues`,
    );
    expect(row).toBe(
      "Maria,Ortiz,,certified-nursing-assistant,CA,CNA1,TB1,'+1 415 555 0100,'=1+1,2,missing,national-criminal: missing; cna-certification: missing; tb-test: missing,email: required_missing: is required",
    );
    const again = await upload(text.replace('Ortiz,,', 'Ortiz,maria@example.com,'));
    expect(again['fileIssues']).toMatchObject([{ severity: 'warning', column: 'note' }]);
    await service().control('/clock', { settle: true });
    expect(await rowsOf(String(again['id']))).toMatchObject([{ status: 'pending', issues: [] }]);
  });
});

describe('a commit', () => {
  it('makes candidates, onboardings and verifications of the rows that are not missing', async () => {
    const known = await readyCandidate();
    const ana = {
      ...maria,
      first_name: 'Ana',
      email: 'ana@example.com',
      external_id: 'clinician-2',
    };
    const { id } = await validate(maria, ana, { ...maria, email: 'nobody' });
    const before = await service().list('/v1/document-verifications');
    const committed = await commit(id);
    expect(committed).toMatchObject({
      status: 'committed',
      counts: { valid: 1, pending: 1, missing: 1 },
      committedAt: '2026-01-01T00:00:00.000Z',
    });
    const [first = {}, second = {}, third] = await rowsOf(id);
    expect(first).toMatchObject({ status: 'valid', candidateId: known });
    expect(second).toMatchObject({
      status: 'pending',
      requirements: [
        { slug: 'national-criminal', state: 'missing' },
        { slug: 'cna-certification', state: 'pending', sourceId: expect.stringMatching(/^dv_/) },
        { slug: 'tb-test', state: 'pending', sourceId: expect.stringMatching(/^dv_/) },
      ],
    });
    expect(third).toMatchObject({ status: 'missing', candidateId: null, onboardingId: null });
    expect(await service().list('/v1/candidates')).toMatchObject([
      { id: known, roleId: await roleId('certified-nursing-assistant') },
      { id: second['candidateId'], firstName: 'Ana', externalId: 'clinician-2', workState: 'CA' },
    ]);
    // A valid row creates a complete onboarding.
    expect(await get(`/v1/onboardings/${first['onboardingId']}`)).toMatchObject({
      candidateId: known,
      status: 'complete',
    });
    // The candidate's documents have been confirmed in between.
    expect(await get(`/v1/onboardings/${second['onboardingId']}`)).toMatchObject({
      candidateId: second['candidateId'],
      status: 'in_progress',
      requirements: [{ state: 'missing' }, { state: 'satisfied' }, { state: 'satisfied' }],
    });
    const verifications = await service().list('/v1/document-verifications');
    expect(verifications.slice(before.length)).toMatchObject([
      {
        documentConfigSlug: 'cna-certification',
        externalId: 'clinician-2',
        formData: { licenseNumber: 'CNA1', holderName: 'Ana Ortiz' },
        status: 'VERIFIED',
      },
      { documentConfigSlug: 'tb-test', status: 'RECORDED' },
    ]);
    const made = await service().list(`/v1/api-requests?path=${path}/${id}/commit`);
    expect(made).toMatchObject([{ operationId: 'commitBulkImport', objectId: id }]);
    const { eventIds } = await get(`/v1/api-requests/${made[0]?.['id']}`);
    expect(eventIds).toHaveLength(2);
  });

  it('of two imports of the same people makes each once, and of a third nothing more', async () => {
    const [one, other] = [await validate(maria), await validate(maria)];
    await service().call('POST', `${path}/${one.id}/commit`);
    await service().call('POST', `${path}/${other.id}/commit`);
    await service().control('/clock', { settle: true });
    await commit((await validate(maria)).id);
    expect(await service().list('/v1/candidates')).toHaveLength(1);
    expect(await service().list('/v1/onboardings')).toHaveLength(1);
    expect(await service().list('/v1/document-verifications')).toHaveLength(2);
  });

  it('skips a row that has become missing since', async () => {
    const { id } = await validate({ ...maria, tb_test_expires_on: '2026-01-10' });
    await service().control('/clock', { advance: '20d' });
    expect(await commit(id)).toMatchObject({ counts: { valid: 0, pending: 0, missing: 1 } });
    expect(await rowsOf(id)).toMatchObject([
      { status: 'missing', issues: [{ column: 'tb_test_expires_on', code: 'credential_expired' }] },
    ]);
    expect(await service().list('/v1/candidates')).toEqual([]);
  });

  it('of more than 200 rows takes them all, in more than one transaction', async () => {
    const rows = Array.from({ length: 201 }, (_, index) => ({
      ...maria,
      email: `maria.${index}@example.com`,
      tb_test_expires_on: '2026-01-10',
    }));
    const { id } = await validate(...rows);
    // Rows that have become missing cost the least.
    await service().control('/clock', { advance: '20d' });
    const counts = { valid: 0, pending: 0, missing: 201 };
    expect(await commit(id)).toMatchObject({ status: 'committed', counts });
  });

  it.each([
    ['large rows', Array.from({ length: 12 }, (_, index) => largeRow(index))],
    [
      'rows of many documents',
      Array.from({ length: 20 }, (_, index) => {
        const numbers = Array.from({ length: 60 }, (_, at) => [`doc_${at}_number`, '1']);
        return { ...maria, email: `${index}@example.com`, ...Object.fromEntries(numbers) };
      }),
    ],
  ])('of %s takes fewer in a transaction', async (_what, rows) => {
    const { sql, call, control } = service();
    const requirements = [{ kind: 'check', slug: 'national-criminal', required: true }] as const;
    await sql.update(roles).set({ requirements: [...requirements] });
    const { id } = await validate(...rows);
    await call('POST', `${path}/${id}/commit`);
    const { body } = await control('/clock', { settle: true });
    expect(body).toMatchObject({ ran: 2 });
    expect(await get(`${path}/${id}`)).toMatchObject({
      status: 'committed',
      counts: { pending: rows.length },
    });
    expect(await service().list('/v1/candidates?limit=100')).toHaveLength(rows.length);
  });

  it('without an integration starts no verification', async () => {
    const { description, call } = service();
    await call('DELETE', `/v1/integrations/${description.integrationId}`);
    const { id } = await validate(maria);
    expect(await commit(id)).toMatchObject({ status: 'committed', counts: { pending: 1 } });
    expect(await service().list('/v1/document-verifications')).toEqual([]);
    expect(await service().list('/v1/onboardings')).toHaveLength(1);
  });
});

describe('a file comes', () => {
  it('as a form, with its name', async () => {
    const form = new FormData();
    form.set('file', new File([csv(maria)], 'june.csv', { type: 'application/vnd.ms-excel' }));
    const { status, body } = await service().call('POST', path, form);
    expect([status, body['fileName'], body['rowCount']]).toEqual([202, 'june.csv', 1]);
  });

  it('of at most 2 MiB', async () => {
    const content = `${csv(maria)}${'\n'.repeat(2 * 1_048_576)}`;
    const headers = { 'content-type': 'text/csv' };
    const form = new FormData();
    form.set('file', new File([content], 'june.csv'));
    for (const answer of [
      await service().call('POST', path, content, { headers }),
      await service().call('POST', path, form),
    ]) {
      expect(answer).toMatchObject(problem(413, 'payload_too_large'));
    }
    const most = content.slice(0, 2 * 1_048_576);
    expect(await upload(most)).toMatchObject({ rowCount: 1 });
  });

  it('and an invalid CSV is not stored, and its lines are named', async () => {
    const headers = { 'content-type': 'text/csv' };
    const header = 'first_name,last_name,email,role,work_state\n';
    const row = 'Maria,Ortiz,maria.ortiz@example.com,driver,CA\n';
    const notClosed = { code: 'quote_not_closed', message: expect.stringMatching(/^line 4: /) };
    for (const [content, ...errors] of [
      ['', { code: 'file_empty' }],
      [Buffer.from(`${header}José${row}`, 'latin1'), { code: 'encoding_invalid' }],
      [
        `${header}${row}${row.trim()},x\n"${row}`,
        { code: 'cell_count', message: expect.stringMatching(/^line 3: /) },
        notClosed,
      ],
    ] as const) {
      const answer = await service().call('POST', path, new Blob([content]), { headers });
      const named = errors.map((error) => ({ param: 'file', ...error }));
      expect(answer).toMatchObject(problem(422, 'csv_invalid', { errors: named }));
    }
    expect(await service().list(path)).toEqual([]);
  });

  it('and one whose content is wrong is rejected', async () => {
    const { id } = await upload('first_name,last_name\nMaria,Ortiz\n');
    await service().control('/clock', { settle: true });
    const { body } = await service().call('GET', `${path}/${id}`);
    expect(body).toMatchObject({
      status: 'rejected',
      fileIssues: [{ code: 'column_missing' }, {}, {}],
    });
    expect(await service().sql.select().from(bulkImportParts)).toEqual([]);
  });

  it('for a role that is not archived', async () => {
    const { call, sql } = service();
    const headers = { 'content-type': 'text/csv' };
    const url = `${path}?roleId=${await roleId('driver')}`;
    await sql.update(roles).set({ archived: true });
    expect(await call('POST', url, csv(maria), { headers })).toMatchObject(conflict('archived'));
  });

  it('without a whole Social Security number, in its name too', async () => {
    const headers = { 'content-type': 'text/csv' };
    const url = `${path}?fileName=078-05-1120.csv`;
    const { status, text } = await service().call('POST', url, csv(maria), { headers });
    expect(status).toBe(422);
    expect(text).not.toContain('1120');
  });
});

it('the template of each role can be sent back', async () => {
  for (const { id, slug } of await service().list('/v1/roles')) {
    const { headers, text } = await service().call('GET', `/v1/roles/${id}/roster-template.csv`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${slug}-roster.csv"`);
    const made = await upload(text);
    expect(made).toMatchObject({ rowCount: 1, fileIssues: [] });
    await service().control('/clock', { settle: true });
    expect(await rowsOf(String(made['id']))).toMatchObject([{ status: 'pending', issues: [] }]);
  }
});

it('an import with a key of an integration counts no documents of another', async () => {
  const { call } = service();
  await readyCandidate();
  const { id: integrationId } = await create('/v1/integrations', { name: 'Other' });
  const { key } = await create('/v1/api-keys', { label: 'a', scope: 'full_access', integrationId });
  const headers = { 'content-type': 'text/csv' };
  const { body } = await call('POST', path, csv(maria), { key: String(key), headers });
  await service().control('/clock', { settle: true });
  expect(await rowsOf(String(body['id']))).toMatchObject([
    {
      status: 'pending',
      requirements: [{ state: 'satisfied' }, { state: 'missing' }, { state: 'missing' }],
    },
  ]);
});
