import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isRecord } from '../../../../src/handle/call-service.js';
import {
  bulkImportRows,
  bulkImports,
  jobs,
  roles,
} from '../../../../src/service/db/schema/index.js';
import { header } from '../../../../test/service/capabilities/bulk-import/support/broken-rosters.js';
import { sharedService } from '../../../../test/support/service.js';
import { uploadRoster } from '../../../../test/support/upload-roster.js';

const service = sharedService();
const path = '/v1/bulk-imports';
const ROWS = 250;
const people = Array.from(
  { length: ROWS },
  (_, index) =>
    `A${index},B,${index}@example.com,driver,CA,${index % 10 === 0 ? `DL-${index}` : ''}`,
);
const roster = `${header},drivers_license_number\n${people.join('\n')}\n`;

/** The license is not required, so that few rows have one. */
async function upload(): Promise<string> {
  await service()
    .sql.update(roles)
    .set({
      requirements: [
        { kind: 'check', slug: 'national-criminal', required: true },
        { kind: 'document', slug: 'drivers-license', required: false },
      ],
    });
  return String((await uploadRoster(service(), roster))['id']);
}

const settle = () => service().control('/clock', { settle: true });
const status = async (id: string) => (await service().call('GET', `${path}/${id}`)).body;

/** Has each job of imports a second time, as if a process had died after it had done its work. */
async function repeatJobs(): Promise<void> {
  const found = await service().sql.select().from(jobs).where(sql`${jobs.kind} like 'import%'`);
  const copies = found.map(({ seq: _seq, ...job }) => ({
    ...job,
    leaseOwner: null,
    leaseUntil: null,
  }));
  if (copies.length > 0) await service().sql.insert(jobs).values(copies);
}

/** Lets the database refuse a change of the third transaction, once. */
async function failingOnce(table: string, when: string, act: () => Promise<unknown>) {
  const { sql: db } = service();
  const run = (text: string) => db.execute(sql.raw(text));
  await run(`create function fail_once() returns trigger language plpgsql
    as $$ begin raise exception 'The power is gone.'; end $$`);
  await run(`create trigger fail_once before ${when} execute function fail_once()`);
  try {
    await act();
    await expect(service().failed()).rejects.toThrow();
  } finally {
    await run(`drop trigger fail_once on ${table}`);
    await run('drop function fail_once()');
  }
  // The process that held the job is gone.
  await db.update(jobs).set({ leaseOwner: null, leaseUntil: null });
}

async function lines(): Promise<readonly number[]> {
  const rows = await service()
    .sql.select({ line: bulkImportRows.line })
    .from(bulkImportRows)
    .orderBy(bulkImportRows.line);
  return rows.map(({ line }) => line);
}

const count = async (table: string): Promise<unknown> => {
  const result: unknown = await service().sql.execute(
    sql.raw(`select count(*)::int as n from ${table}`),
  );
  const rows = isRecord(result) && Array.isArray(result['rows']) ? result['rows'] : [];
  return rows[0]?.n;
};

const everyLine = people.map((_, index) => index + 2);

it('a validation goes on after a crash, and has every row once', async () => {
  const id = await upload();
  await failingOnce(
    'bulk_import_rows',
    'insert on bulk_import_rows for each row when (new.line > 220)',
    settle,
  );
  expect(await status(id)).toMatchObject({ status: 'validating', counts: { pending: 200 } });
  expect(await lines()).toEqual(everyLine.slice(0, 200));
  await settle();
  expect(await status(id)).toMatchObject({ status: 'validated', counts: { pending: ROWS } });
  expect(await lines()).toEqual(everyLine);
  const [stored] = await service().sql.select().from(bulkImports);
  expect(stored?.content).toBeNull();
});

it('a commit goes on after a crash, and makes everyone once', async () => {
  const id = await upload();
  await settle();
  await service().call('POST', `${path}/${id}/commit`);
  await failingOnce(
    'candidates',
    "insert on candidates for each row when (new.email = '220@example.com')",
    settle,
  );
  expect(await status(id)).toMatchObject({ status: 'committing' });
  expect(await count('candidates')).toBe(200);
  await settle();
  expect(await status(id)).toMatchObject({ status: 'committed', counts: { pending: ROWS } });
  expect(await count('candidates')).toBe(ROWS);
  expect(await count('onboardings')).toBe(ROWS);
  expect(await count('document_verifications')).toBe(ROWS / 10);
});

it('jobs that run twice do nothing twice', async () => {
  const id = await upload();
  await repeatJobs();
  await settle();
  expect(await status(id)).toMatchObject({ status: 'validated', counts: { pending: ROWS } });
  expect(await lines()).toEqual(everyLine);
  await service().call('POST', `${path}/${id}/commit`);
  await repeatJobs();
  await settle();
  expect(await status(id)).toMatchObject({ status: 'committed', counts: { pending: ROWS } });
  expect(await count('candidates')).toBe(ROWS);
  expect(await count('onboardings')).toBe(ROWS);
  expect(await count('document_verifications')).toBe(ROWS / 10);
});
