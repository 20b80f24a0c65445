import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { NewerTablesError, refuseNewerTables } from '../../src/store/refuse-newer-tables.js';
import { sharedService } from '../support/service.js';

const service = sharedService();
const take = (statement: ReturnType<typeof sql>) =>
  service().sql.transaction(async (tx) => {
    await tx.execute(statement);
    await refuseNewerTables(tx, '/data').finally(() => tx.execute(sql`rollback`));
  });

it('passes the tables of this version', () => refuseNewerTables(service().sql, '/data'));

it('passes a database without tables', () => take(sql`drop schema drizzle cascade`));

it('passes a database whose first migration failed', () =>
  take(sql`delete from drizzle.__drizzle_migrations`));

it('refuses tables with a migration that this version has not', async () => {
  const newer = sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    select hash, created_at + 1 from drizzle.__drizzle_migrations order by created_at desc limit 1`;
  await expect(take(newer)).rejects.toThrow(new NewerTablesError('/data'));
  await refuseNewerTables(service().sql, '/data');
});
