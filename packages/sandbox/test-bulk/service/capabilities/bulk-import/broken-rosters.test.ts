import { expect, it } from 'vitest';
import { brokenRosters } from '../../../../test/service/capabilities/bulk-import/support/broken-rosters.js';
import { conflict } from '../../../../test/support/problems.js';
import { recordsOf, sharedService } from '../../../../test/support/service.js';

const service = sharedService();
const path = '/v1/bulk-imports';

// Line ends make no difference to the service; read-roster.test.ts tests them all.
const sent = brokenRosters.filter(({ name }) => !/, CR(LF)?$/.test(name));

it(`the service refuses ${sent.length} files, keeps none, and stays well`, async () => {
  const { call, control, sql } = service();
  const statuses = new Map<string, Set<number>>();
  let taken = 0;
  for (const { name, bytes, code, line, column, secret } of sent) {
    const file = new Blob([Buffer.from(bytes)]);
    const headers = { 'content-type': 'text/csv' };
    const { status, body, text } = await call('POST', path, file, { headers });
    if (status === 422) {
      expect(body['code'], name).toBe('csv_invalid');
      expect(Object(body['errors'])[0], name).toMatchObject({ param: 'file', code });
    } else {
      taken += 1;
      expect(status, name).toBe(202);
      expect(body, name).toMatchObject({ status: 'validating', rowCount: 0 });
      expect(Object(body['fileIssues'])[0], name).toMatchObject({ code, line, column });
      // A tenant may have ten open imports. These end by themselves.
      if (taken % 10 === 0) await control('/clock', { settle: true });
    }
    statuses.set(code, (statuses.get(code) ?? new Set()).add(status));
    if (secret !== undefined) expect(text, name).not.toContain(secret);
  }
  for (const code of ['file_empty', 'encoding_invalid', 'quote_not_closed', 'rows_missing']) {
    expect([...(statuses.get(code) ?? [])], code).toEqual([422]);
  }
  for (const code of ['column_missing', 'cell_count', 'full_ssn', 'too_many_rows']) {
    expect([...(statuses.get(code) ?? [])], code).toEqual([202]);
  }
  const kept = await sql.execute('select 1 from bulk_import_parts');
  expect(kept).toMatchObject({ rows: [] });
  await control('/clock', { settle: true });
  const rejected = await call('GET', `${path}?status=rejected&limit=100`);
  expect(recordsOf(rejected.body['data'])).toHaveLength(taken);
  expect((await call('GET', `${path}?status=validating`)).body['data']).toEqual([]);
  const { body } = await call('GET', path);
  const [last = {}] = recordsOf(body['data']);
  expect(await call('POST', `${path}/${last['id']}/commit`)).toMatchObject(conflict('rejected'));
});
