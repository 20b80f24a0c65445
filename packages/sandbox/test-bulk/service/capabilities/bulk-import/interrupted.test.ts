import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isRecord } from '../../../../src/handle/call-service.js';
import {
  bulkImportParts,
  bulkImportRows,
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

/** Duplicates each import job, as if a process had died after doing its work. */
async function repeatJobs(): Promise<void> {
  const found = await service().sql.select().from(jobs).where(sql`${jobs.kind} like 'import%'`);
  const copies = found.map(({ seq: _seq, ...job }) => ({
    ...job,
    leaseOwner: null,
    leaseUntil: null,
  }));
  if (copies.length > 0) await service().sql.insert(jobs).values(copies);
}

/** Makes the database refuse changes while `run` runs. @param when The event and condition, such as `insert on candidates`. */
async function refusing(
  when: string,
  condition: string,
  code: string,
  act: () => Promise<unknown>,
) {
  const run = (text: string) => service().sql.execute(sql.raw(text));
  await run('create sequence refusals');
  await run(`create function refuse() returns trigger language plpgsql as
    $$ begin if ${condition} then raise exception 'refused' using errcode = '${code}'; end if;
      return new; end $$`);
  await run(`create trigger refuse before ${when} execute function refuse()`);
  try {
    await act();
    await expect(service().failed()).rejects.toThrow();
  } finally {
    await run('drop function refuse cascade');
    await run('drop sequence refusals');
  }
}

/** Interrupts a transaction in the middle, as if the database had stopped. */
const interrupted = (when: string) => refusing(when, "nextval('refusals') = 1", '57P01', settle);

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

it('an interrupted validation continues, and has every row once', async () => {
  const id = await upload();
  await interrupted('insert on bulk_import_rows for each row when (new.line = 220)');
  expect(await status(id)).toMatchObject({ status: 'validated', counts: { pending: ROWS } });
  expect(await lines()).toEqual(everyLine);
  expect(await service().sql.select().from(bulkImportParts)).toEqual([]);
});

it('an interrupted commit continues, and creates everyone once', async () => {
  const id = await upload();
  await settle();
  await service().call('POST', `${path}/${id}/commit`);
  await interrupted("insert on candidates for each row when (new.email = '220@example.com')");
  expect(await status(id)).toMatchObject({ status: 'committed', counts: { pending: ROWS } });
  expect(await count('candidates')).toBe(ROWS);
  expect(await count('onboardings')).toBe(ROWS);
  expect(await count('document_verifications')).toBe(ROWS / 10);
});

it('a commit ends that cannot make most of its rows, and makes the others', async () => {
  const id = await upload();
  await settle();
  await service().call('POST', `${path}/${id}/commit`);
  const refused = "insert on candidates for each row when (new.email not like '%0@example.com')";
  await refusing(refused, 'true', '23514', async () => {
    await settle();
    expect(await status(id)).toMatchObject({ status: 'committing', counts: { pending: ROWS } });
    expect(await count('candidates')).toBe(ROWS / 10);
    await service().control('/clock', { advance: '1h' });
  });
  const counts = { valid: 0, pending: ROWS / 10, missing: ROWS - ROWS / 10 };
  expect(await status(id)).toMatchObject({ status: 'committed', counts });
  expect(await count('candidates')).toBe(ROWS / 10);
  expect(await count('onboardings')).toBe(ROWS / 10);
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
