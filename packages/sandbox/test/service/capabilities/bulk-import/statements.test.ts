import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, it, vi } from 'vitest';
import { roles } from '../../../../src/service/db/schema/index.js';
import { sharedService } from '../../../support/service.js';
import { uploadRoster } from '../../../support/upload-roster.js';
import { countTurns } from './support/count-turns.js';

const service = sharedService();
const header = 'first_name,last_name,email,role,work_state,drivers_license_number';

/** Uploads a roster with a license in each row. */
function upload(rows: number) {
  const people = Array.from({ length: rows }, (_, index) => {
    return `A${index},B,${rows}-${index}@example.com,driver,CA,DL-${rows}-${index}`;
  });
  return uploadRoster(service(), [header, ...people].join('\n'));
}

/** Counts the statements that the import of a roster takes, and the answers of the source. */
async function countStatements(rows: number): Promise<number> {
  const { call, control } = service();
  const counted = vi.spyOn(PgDialect.prototype, 'sqlToQuery');
  const { id } = await upload(rows);
  await control('/clock', { settle: true });
  await call('POST', `/v1/bulk-imports/${id}/commit`);
  await control('/clock', { settle: true });
  const statements = counted.mock.calls.length;
  counted.mockRestore();
  const verified = await service().list('/v1/document-verifications?status=VERIFIED&limit=100');
  expect(verified.length).toBeGreaterThanOrEqual(rows);
  return statements;
}

it('a roster takes no more statements for more rows, nor do the answers of the source', async () => {
  await service()
    .sql.update(roles)
    .set({ requirements: [{ kind: 'document', slug: 'drivers-license', required: true }] });
  const few = await countStatements(2);
  // The service also runs other statements as time passes. One for each row would be 98 more.
  expect(await countStatements(100)).toBeLessThan(few + 50);
});

it('the event loop turns twice for each row in a validation, and three times in a commit', async () => {
  const { call, control } = service();
  const settle = () => control('/clock', { settle: true });
  const turnsOf = async (rows: number) => {
    const { id } = await upload(rows);
    const validation = await countTurns(settle);
    await call('POST', `/v1/bulk-imports/${id}/commit`);
    return { validation, commit: await countTurns(settle) };
  };
  const few = await turnsOf(10);
  const many = await turnsOf(60);
  expect(many.validation - few.validation).toBe(2 * 50);
  expect(many.commit - few.commit).toBe(3 * 50);
});
