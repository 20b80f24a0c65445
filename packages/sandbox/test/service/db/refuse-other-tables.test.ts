import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { OtherTablesError, refuseOtherTables } from '../../../src/service/db/other-tables.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
const take = (statement: ReturnType<typeof sql>) =>
  service().sql.transaction(async (tx) => {
    await tx.execute(statement);
    await refuseOtherTables(tx, '/data').finally(() => tx.execute(sql`rollback`));
  });
const otherMigration = (days: number) =>
  sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    select hash, created_at + ${days * 86_400_000} from drizzle.__drizzle_migrations limit 1`;

it('passes the tables of this version', () => refuseOtherTables(service().sql, '/data'));

it('passes a database without tables', () => take(sql`drop schema drizzle cascade`));

it('passes a database whose first migration failed', () =>
  take(sql`delete from drizzle.__drizzle_migrations`));

it.each([
  ['after its own', 1, 'newer'],
  ['before its own', -1, 'unreleased'],
] as const)('refuses tables with a migration from %s', async (_, days, code) => {
  await expect(take(otherMigration(days))).rejects.toThrow(new OtherTablesError(code, '/data'));
  await refuseOtherTables(service().sql, '/data');
});
