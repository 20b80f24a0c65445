import { sql as text } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import {
  bulkImportParts,
  candidates,
  parkedJobs,
} from '../../../../src/service/db/schema/index.js';
import { recordsOf, sharedService } from '../../../support/service.js';
import { uploadRoster } from '../../../support/upload-roster.js';

// If the database refuses a row, only that row fails.

const service = sharedService();
const path = '/v1/bulk-imports';
const people = Array.from({ length: 10 }, (_, index) => `A${index},B,${index}@example.com,CA`);
const roster = `first_name,last_name,email,work_state\n${people.join('\n')}\n`;
const BAD_LINE = 7;
const BAD_EMAIL = '5@example.com';

const settle = () => service().control('/clock', { settle: true });
const advance = (duration: string) => service().control('/clock', { advance: duration });
const get = async (id: string) => (await service().call('GET', `${path}/${id}`)).body;
const made = async () => (await service().sql.select().from(candidates)).length;

async function rowsOf(id: string, query = '') {
  const { body } = await service().call('GET', `${path}/${id}/rows?limit=100${query}`);
  return recordsOf(body['data']);
}

async function upload(): Promise<string> {
  const [{ id: roleId } = {}] = recordsOf((await service().call('GET', '/v1/roles')).body['data']);
  return String((await uploadRoster(service(), roster, `?roleId=${roleId}`))['id']);
}

async function validated(): Promise<string> {
  const { sql } = service();
  // The role requires no document.
  await sql.execute(text`update roles set requirements =
    '[{"kind":"check","slug":"national-criminal","required":true}]'`);
  const id = await upload();
  await settle();
  return id;
}

async function committed(): Promise<string> {
  const id = await validated();
  await service().call('POST', `${path}/${id}/commit`);
  await settle();
  return id;
}

/** Makes the database refuse a change. @param when The event and condition, such as `insert on candidates`. */
async function refuse(
  when: string,
  code = '23514',
  condition = 'true',
): Promise<() => Promise<void>> {
  const { sql } = service();
  const run = (statement: string) => sql.execute(text.raw(statement));
  await run(`create function refuse() returns trigger language plpgsql as
    $$ begin if ${condition} then raise exception 'refused' using errcode = '${code}'; end if;
      return new; end $$`);
  await run(`create trigger refuse before ${when} execute function refuse()`);
  const allow = async () => {
    await run('drop function if exists refuse cascade');
  };
  onTestFinished(allow);
  return allow;
}

const refuseCandidate = `insert on candidates for each row when (new.email = '${BAD_EMAIL}')`;
const issue = (message: string) => ({ column: 'import_line', code: 'internal_error', message });

it('a row that cannot be committed is missing in the end, and all others are made', async () => {
  await refuse(refuseCandidate);
  const id = await committed();
  expect(await get(id)).toMatchObject({ status: 'committing', counts: { pending: 10 } });
  expect(await made()).toBe(9);
  await expect(service().failed()).rejects.toThrow(`import_commit of ${id}`);

  await advance('1h');
  expect(await get(id)).toMatchObject({
    status: 'committed',
    counts: { valid: 0, pending: 9, missing: 1 },
    committedAt: expect.any(String),
  });
  const rows = await rowsOf(id);
  const [bad = {}] = rows.filter(({ status }) => status === 'missing');
  expect(bad).toMatchObject({
    line: BAD_LINE,
    candidateId: null,
    onboardingId: null,
    values: { email: BAD_EMAIL },
    issues: [issue('could not be committed, because the service has failed')],
  });
  expect(rows.filter(({ onboardingId }) => onboardingId !== null)).toHaveLength(9);
  expect(await made()).toBe(9);
  expect(await service().sql.select().from(parkedJobs)).toEqual([]);
});

it('a row that could not be committed is tried again', async () => {
  const allow = await refuse(refuseCandidate);
  const id = await committed();
  await expect(service().failed()).rejects.toThrow('has failed');
  await advance('1m');
  expect(await get(id)).toMatchObject({ status: 'committing' });
  await allow();
  await advance('5m');
  expect(await get(id)).toMatchObject({ status: 'committed', counts: { pending: 10, missing: 0 } });
  expect(await made()).toBe(10);
  expect((await rowsOf(id)).every(({ onboardingId }) => onboardingId !== null)).toBe(true);
});

it('the transaction runs again after a passing failure, which is no fault of a row', async () => {
  const id = await validated();
  await service().sql.execute(text`create sequence tries`);
  onTestFinished(async () => {
    await service().sql.execute(text`drop sequence tries`);
  });
  await refuse(refuseCandidate, '55P03', "nextval('tries') <= 4");
  await service().call('POST', `${path}/${id}/commit`);
  await settle();
  await expect(service().failed()).rejects.toThrow();
  expect(await get(id)).toMatchObject({ status: 'committed', counts: { pending: 10 } });
  expect(await made()).toBe(10);
});

it('a row that cannot be validated is missing, without its cells', async () => {
  await refuse(`insert on bulk_import_rows for each row
    when (new."values"::text like '%"${BAD_EMAIL}"%')`);
  const id = await validated();
  expect(await get(id)).toMatchObject({
    status: 'validated',
    counts: { valid: 0, pending: 9, missing: 1 },
  });
  expect(await rowsOf(id, '&status=missing')).toMatchObject([
    {
      line: BAD_LINE,
      values: { first_name: '', last_name: '', email: '', work_state: '' },
      issues: [issue('could not be validated, because the service has failed')],
    },
  ]);
  expect((await rowsOf(id)).map(({ line }) => line)).toEqual(people.map((_, index) => index + 2));
});

it('a roster with a row that cannot be stored at all is rejected in the end', async () => {
  await refuse(`insert on bulk_import_rows for each row when (new.line = ${BAD_LINE})`);
  const id = await validated();
  expect(await get(id)).toMatchObject({ status: 'validating' });
  await expect(service().failed()).rejects.toThrow(`import_validation of ${id}`);
  const { sql } = service();
  expect(await sql.select().from(bulkImportParts)).toHaveLength(1);
  await advance('1h');
  expect(await get(id)).toMatchObject({
    status: 'rejected',
    counts: { valid: 0, pending: 0, missing: 0 },
    fileIssues: [{ severity: 'error', line: null, column: null, code: 'internal_error' }],
  });
  expect(await sql.select().from(bulkImportParts)).toEqual([]);
  expect(await rowsOf(id)).toEqual([]);
});
