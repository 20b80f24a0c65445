import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readRows } from '../../../src/service/db/snapshot/functions.js';
import {
  dropSnapshot,
  listSnapshots,
  makeSnapshot,
  prepareSnapshot,
  restoreSnapshot,
  saveSnapshot,
} from '../../../src/service/db/snapshot.js';
import type { Database, Sql } from '../../../src/service/db/sql.js';
import { contents } from '../../../test/support/contents.js';
import { deferred } from '../../../test/support/deferred.js';
import {
  describeWithPostgres,
  type ScratchDatabase,
  scratchDatabase,
} from '../../../test/support/scratch-postgres.js';

const note = { savedAt: '2026-01-01T00:00:00.000Z', requests: 0 };

describeWithPostgres('snapshots beside other connections', () => {
  let database: ScratchDatabase;
  let sql: Database;
  beforeAll(async () => {
    database = await scratchDatabase();
    sql = database.sql;
    await sql.execute(`insert into webhook_endpoints
      (id, tenant_id, url, event_types, retry_policy, paused, secret, in_process, created_at, updated_at)
      values ('we_1', 'acct', 'http://localhost/', '{}', '{}', false, 's', false, now(), now())`);
    await addDelivery(sql, 'first');
  });
  afterAll(() => database.close());

  const seqs = async () => readRows(sql, 'select id, seq::integer as seq from events order by seq');
  const waits = () =>
    vi.waitFor(
      async () => {
        const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        expect(await readRows(sql, waiting)).toHaveLength(1);
      },
      { timeout: 60_000 },
    );

  it('a restore waits for who writes already', async () => {
    await makeSnapshot(sql, 'a', note);
    const before = await contents(sql);
    const isWriting = deferred<void>();
    const mayCommit = deferred<void>();
    const writing = sql.transaction(async (tx) => {
      await addDelivery(tx, 'second');
      isWriting.resolve();
      await mayCommit.promise;
    });
    await isWriting.promise;
    const restoring = restoreSnapshot(sql, 'a');
    await waits();
    mayCommit.resolve();
    await Promise.all([writing, restoring]);
    expect(await contents(sql)).toEqual(before);
  });

  it('a writer waits for a restore, and a reader sees the state before it', async () => {
    await makeSnapshot(sql, 'a', note);
    await addDelivery(sql, 'second');
    const isRestored = deferred<void>();
    const mayCommit = deferred<void>();
    const restoring = sql.transaction(async (tx) => {
      await restoreSnapshot(tx, 'a');
      isRestored.resolve();
      await mayCommit.promise;
    });
    await isRestored.promise;
    expect(await seqs()).toHaveLength(2);
    const writing = addDelivery(sql, 'third');
    await waits();
    mayCommit.resolve();
    await Promise.all([restoring, writing]);
    // The number after that of the snapshot.
    expect(await seqs()).toEqual([
      { id: 'first', seq: 1 },
      { id: 'third', seq: 2 },
    ]);
    await restoreSnapshot(sql, 'a');
  });

  it('a save sees one state of all tables', async () => {
    await prepareSnapshot(sql, 'one');
    const isLocked = deferred<void>();
    const mayWrite = deferred<void>();
    const writing = sql.transaction(async (tx) => {
      // A save that read each table by itself would have read the events before it waits for this one.
      await tx.execute('lock table webhook_deliveries in access exclusive mode');
      isLocked.resolve();
      await mayWrite.promise;
      await addDelivery(tx, 'second');
    });
    await isLocked.promise;
    const saving = saveSnapshot(sql, 'one', note);
    await waits();
    mayWrite.resolve();
    await Promise.all([writing, saving]);
    const after = await contents(sql);
    await restoreSnapshot(sql, 'one');
    expect(await contents(sql)).toEqual(after);
  });

  it('many save, restore and drop at once, also under one name', async () => {
    await makeSnapshot(sql, 'a', note);
    await Promise.all([
      makeSnapshot(sql, 'a', note),
      makeSnapshot(sql, 'b', note),
      makeSnapshot(sql, 'a', note),
      restoreSnapshot(sql, 'a'),
      makeSnapshot(sql, 'b', note),
      dropSnapshot(sql, 'one'),
      dropSnapshot(sql, 'one'),
    ]);
    expect((await listSnapshots(sql)).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('a save that fails half-way leaves the former snapshot', async () => {
    await makeSnapshot(sql, 'a', note);
    const before = await contents(sql);
    await addDelivery(sql, 'another');
    await sql.execute('revoke select on webhook_endpoints from current_user');
    await expect(makeSnapshot(sql, 'a', { ...note, requests: 9 })).rejects.toThrow();
    await sql.execute('grant select on webhook_endpoints to current_user');
    expect(await listSnapshots(sql)).toContainEqual({ name: 'a', note });
    await restoreSnapshot(sql, 'a');
    expect(await contents(sql)).toEqual(before);
  });
});

/** An event with its delivery, as one transaction. */
async function addDelivery(db: Sql, id: string): Promise<void> {
  await db.execute(`with event as (
      insert into events (id, tenant_id, type, created, body, subject_id)
      values ('${id}', 'acct', 'document_verification.completed', now(), '', 'dv_1')
    )
    insert into webhook_deliveries (id, tenant_id, event_id, event_type, endpoint_id, status, attempt_count, created_at, updated_at)
    values ('${id}', 'acct', '${id}', 'document_verification.completed', 'we_1', 'scheduled', 0, now(), now())`);
}
