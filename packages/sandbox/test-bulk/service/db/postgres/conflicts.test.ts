import { asc, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { jobs } from '../../../../src/service/db/schema/index.js';
import type { Sql } from '../../../../src/service/db/sql.js';
import { renewJobs } from '../../../../src/service/engine/take-jobs.js';
import {
  describeWithPostgres,
  type ScratchDatabase,
  scratchDatabase,
} from '../../../../test/support/scratch-postgres.js';

describeWithPostgres('two who lock the same in different orders', () => {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await scratchDatabase();
    await scratch.sql.execute(sql`create sequence tries`);
  });
  afterAll(() => scratch.close());
  beforeEach(() => scratch.sql.execute(sql`alter sequence tries restart`));

  // The count of tries survives a rollback.
  const endedOnce = (code: string) =>
    sql.raw(`do $$ begin
      if nextval('tries') = 1 then raise 'for the sake of another' using errcode = '${code}'; end if;
    end $$`);

  it.each<[string, string, (work: SQL) => Promise<unknown>]>([
    ['a statement in a deadlock', '40P01', (work) => scratch.sql.execute(work)],
    ['a transaction in a deadlock', '40P01', inTransaction],
    ['a statement that conflicts', '40001', (work) => scratch.sql.execute(work)],
    ['a transaction that conflicts', '40001', inTransaction],
  ])('%s runs again', async (_name, code, run) => {
    await expect(run(endedOnce(code))).resolves.toBeDefined();
  });

  it('another error is reported at once', async () => {
    await expect(scratch.sql.execute(endedOnce('XX000'))).rejects.toThrow();
    await scratch.sql.execute(endedOnce('XX000'));
  });

  function inTransaction(work: SQL): Promise<unknown> {
    return scratch.transact('select 1', (tx) => tx.execute(work));
  }

  it('a renewal does not wait for a job that another transaction has locked', async () => {
    const rows = await scratch.sql
      .insert(jobs)
      .values([held(1), held(2)])
      .returning();
    const all = rows.flatMap((job) => (job.leaseOwner ? [{ job, owner: job.leaseOwner }] : []));
    await scratch.sql.transaction(async (rival) => {
      await rival.execute(sql`select from jobs where ref = 'job 1' for update`);
      void renewJobs(scratch.sql, all);
      await vi.waitFor(async () => expect(await renewed(scratch.sql)).toEqual([false, true]), {
        timeout: 30_000,
      });
    });
    await renewJobs(scratch.sql, all);
    expect(await renewed(scratch.sql)).toEqual([true, true]);
  });
});

function held(number: number): typeof jobs.$inferInsert {
  return {
    kind: 'recovery',
    ref: `job ${number}`,
    dueAt: new Date(0),
    leaseOwner: `00000000-0000-4000-8000-00000000000${number}`,
    leaseUntil: new Date(0),
  };
}

async function renewed(db: Sql): Promise<boolean[]> {
  const rows = await db.select().from(jobs).orderBy(asc(jobs.seq));
  return rows.map(({ leaseUntil }) => leaseUntil !== null && leaseUntil > new Date(0));
}
