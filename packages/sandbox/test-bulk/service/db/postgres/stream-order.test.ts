import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endOfChanges } from '../../../../src/service/capabilities/webhooks/deliveries/change-records.js';
import {
  describeWithPostgres,
  type ScratchDatabase,
  scratchDatabase,
} from '../../../../test/support/scratch-postgres.js';

// Assigns a number to a transaction, as its first write would.
const number = sql<string>`pg_current_xact_id()`.mapWith(Number);

describeWithPostgres('the end of the changes that a stream may tell', () => {
  let scratch: ScratchDatabase;
  let neighbour: ScratchDatabase;
  beforeAll(async () => {
    [scratch, neighbour] = await Promise.all([
      scratchDatabase(),
      scratchDatabase({ migrated: false }),
    ]);
  });
  afterAll(() => Promise.all([scratch.close(), neighbour.close()]));

  async function numberIn(tx: Pick<ScratchDatabase['sql'], 'select'>): Promise<number> {
    const [row] = await tx.select({ number }).from(sql`(select 1) as one`);
    return row?.number ?? Number.NaN;
  }

  it('is not held back by a transaction in another database of the server', async () => {
    await neighbour.sql.transaction(async (running) => {
      const first = await numberIn(running);
      const change = await numberIn(scratch.sql);
      expect(change).toBeGreaterThan(first);
      expect((await endOfChanges(scratch.sql)).transaction).toBeGreaterThan(change);
    });
  });

  it('is not held back by a transaction that is prepared in another database', async () => {
    await neighbour.sql.transaction(async (running) => {
      const first = await numberIn(running);
      await numberIn(scratch.sql);
      await scratch.sql.transaction(async (tx) => {
        // Simulates a prepared transaction, whether the server allows them or not: it holds its lock without a process.
        await tx.execute(sql`create temporary view pg_locks as
          select case when transactionid <> ${sql.raw(`'${first}'`)}::xid then pid end as pid, locktype, granted, transactionid
          from pg_catalog.pg_locks`);
        await tx.execute(sql`create temporary view pg_prepared_xacts as
          select ${sql.raw(`'${first}'`)}::xid as transaction, 'another'::name as database`);
        expect((await endOfChanges(tx)).transaction).toBeGreaterThan(first);
        await tx.execute(sql`create or replace temporary view pg_prepared_xacts as
          select ${sql.raw(`'${first}'`)}::xid as transaction, current_database() as database`);
        expect(await endOfChanges(tx)).toMatchObject({ transaction: first });
      });
    });
  });

  it('is before a transaction of this database that runs, whatever others end after it', async () => {
    await scratch.sql.transaction(async (running) => {
      const first = await numberIn(running);
      await numberIn(scratch.sql);
      expect(await endOfChanges(scratch.sql)).toMatchObject({ transaction: first });
    });
  });
});
