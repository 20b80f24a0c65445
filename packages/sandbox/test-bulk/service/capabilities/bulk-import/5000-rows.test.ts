import { expect, it } from 'vitest';
import { roles } from '../../../../src/service/db/schema/index.js';
import { ownService } from '../../../../test/support/service.js';
import { uploadRoster } from '../../../../test/support/upload-roster.js';

// On PGlite, the database for local use, which runs one transaction at a time.

const service = ownService({});
const path = '/v1/bulk-imports';
const ROWS = 5000;
const header = 'first_name,last_name,email,role,work_state,drivers_license_number';
const rows = Array.from(
  { length: ROWS },
  (_, index) => `A${index},B,${index}@example.com,driver,CA,DL-${index}`,
);

it('5,000 rows with a license each are validated and committed, 200 in a transaction', async () => {
  const { call, control, sql } = service();
  await sql.update(roles).set({
    requirements: [
      { kind: 'check', slug: 'national-criminal', required: true },
      { kind: 'document', slug: 'drivers-license', required: false },
    ],
  });
  const made = await uploadRoster(service(), [header, ...rows].join('\n'));
  const status = async () => (await call('GET', `${path}/${made['id']}`)).body;

  const validation = await control('/clock', { settle: true });
  expect(validation.body).toMatchObject({ ran: ROWS / 200 });
  expect(await status()).toMatchObject({ status: 'validated', counts: { pending: ROWS } });

  await call('POST', `${path}/${made['id']}/commit`);
  const commit = await control('/clock', { settle: true });
  // The source is asked about each document.
  expect(commit.body).toMatchObject({ ran: ROWS / 200 + ROWS });
  expect(await status()).toMatchObject({ status: 'committed', counts: { pending: ROWS } });
  const counted = await sql.execute(`select (select count(*)::int from candidates) as candidates,
    (select count(*)::int from onboardings) as onboardings,
    (select count(*)::int from document_verifications where status = 'VERIFIED') as documents`);
  expect(counted).toMatchObject({
    rows: [{ candidates: ROWS, onboardings: ROWS, documents: ROWS }],
  });
  const { text } = await call('GET', `${path}/${made['id']}/rows.csv`);
  expect(text.split('\r\n')).toHaveLength(ROWS + 2);
});
