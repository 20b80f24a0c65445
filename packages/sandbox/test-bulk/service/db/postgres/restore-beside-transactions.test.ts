import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { firstRow } from '../../../../src/service/db/sql.js';
import { oneOfMany } from '../../../../src/service/engine/role/choose-role.js';
import { dueTakes } from '../../../../src/service/engine/take-due.js';
import {
  describeWithPostgres,
  type ScratchDatabase,
  scratchDatabase,
} from '../../../../test/support/scratch-postgres.js';

describeWithPostgres('a restore, which locks the clock first and then all tables', () => {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await scratchDatabase();
  });
  afterAll(() => scratch.close());

  const blocked = sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;

  it('has no deadlock with a process that takes jobs meanwhile', async () => {
    const role = oneOfMany(scratch.transact);
    const taken = await scratch.sql.transaction(async (restore) => {
      await restore.execute(sql`lock table clock in access exclusive mode`);
      const taking = dueTakes(role).first({
        jobs: 10,
        ofEndpoint: 5,
        ofTenant: 10,
        ofOnlyTenant: 10,
        inFlight: new Map(),
      });
      taking.catch(() => {});
      await vi.waitFor(async () => {
        expect(firstRow(await scratch.sql.execute(blocked))).toEqual({ count: 1 });
      });
      await restore.execute(sql`lock table jobs in exclusive mode`);
      return { taking };
    });
    await expect(taken.taking).resolves.toEqual([]);
  });
});
