import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endOfChanges } from '../../../../src/service/capabilities/webhooks/deliveries/change-records.js';
import {
  describeWithPostgres,
  type ScratchDatabase,
  scratchDatabase,
} from '../../../../test/support/scratch-postgres.js';

// It numbers a transaction, as its first write would.
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

  it('is before a transaction of this database that runs, whatever others end after it', async () => {
    await scratch.sql.transaction(async (running) => {
      const first = await numberIn(running);
      await numberIn(scratch.sql);
      expect(await endOfChanges(scratch.sql)).toMatchObject({ transaction: first });
    });
  });
});
