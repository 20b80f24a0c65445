import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openMemoryDatabase } from '../../../src/service/db/connect.js';
import { readRows } from '../../../src/service/db/snapshot/functions.js';
import {
  dropSnapshot,
  listSnapshots,
  makeSnapshot,
  prepareSnapshot,
  restoreSnapshot,
  SEEDED,
} from '../../../src/service/db/snapshot.js';
import type { Database, Sql } from '../../../src/service/db/sql.js';
import { contents } from '../../../test/support/contents.js';
import { order } from '../../../test/support/orders.js';
import { describeWithPostgres, scratchDatabase } from '../../../test/support/scratch-postgres.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { makeTwoIntegrations, twoIntegrations } from '../../../test/support/two-integrations.js';

const note = { savedAt: '2026-01-01T00:00:00.000Z', requests: 3 };
const names = async (sql: Sql) => (await listSnapshots(sql)).map(({ name }) => name);

/** Orders a verification, and flushes the log, so that the database does not change by itself. */
async function orderOne(service: TestService): Promise<void> {
  await order(service, {});
  await service.flushLog();
}

/** Only multiple processes have an engine lease. The service changes the row of a running `listen` by itself. */
const mayBeEmpty = ['engine_lease', 'webhook_listens'];

/** Tests for each database, with a service that has objects. */
function keepsSnapshots(service: () => TestService): void {
  afterAll(async () => {
    for (const name of ['user_a', 'user_a-b']) await dropSnapshot(service().sql, name);
  });

  it('brings back every row and every next number, any number of times', async () => {
    const { sql } = service();
    await fillOtherTables(service());
    await service().flushLog();
    await makeSnapshot(sql, 'user_a-b', note);
    const before = await contents(sql);
    for (const [name, rows] of Object.entries(before)) {
      if (!mayBeEmpty.includes(name)) expect(rows, name).not.toEqual([]);
    }
    for (let round = 0; round < 2; round += 1) {
      await orderOne(service());
      await service().control('/clock', { settle: true });
      await service().control('/faults', { kind: 'missing_t' });
      expect(await contents(sql)).not.toEqual(before);
      await restoreSnapshot(sql, 'user_a-b');
      expect(await contents(sql)).toEqual(before);
    }
  });

  it('stores each column as its table does, so that files are not compressed', async () => {
    const { sql } = service();
    await makeSnapshot(sql, 'user_a', note);
    const storage = (schema: string) =>
      readRows(
        sql,
        `select attname as name, attstorage as storage from pg_attribute
          where attrelid = '${schema}.file_parts'::regclass and attnum > 0 order by attnum`,
      );
    const ofTable = await storage('public');
    expect(ofTable).toContainEqual({ name: 'content', storage: 'e' });
    expect(await storage('snapshot_user_a')).toEqual(ofTable);
  });

  it('keeps the numbers of events, whose ids a receiver remembers', async () => {
    const { sql } = service();
    const last = () => readRows(sql, `select last from counters where kind = 'evt'`);
    await makeSnapshot(sql, 'user_a', note);
    await orderOne(service());
    await service().control('/clock', { settle: true });
    const then = await last();
    await restoreSnapshot(sql, 'user_a');
    expect(await last()).toEqual(then);
  });

  it('records no change while it restores, and each one after that', async () => {
    const changes = async (tx: Sql) =>
      (await readRows(tx, 'select 1 from webhook_delivery_changes')).length;
    await makeSnapshot(service().sql, 'user_a', note);
    const before = await changes(service().sql);
    const counts = await service().sql.transaction(async (tx) => {
      await restoreSnapshot(tx, 'user_a');
      const restored = await changes(tx);
      await tx.execute(`update webhook_deliveries set status = 'canceled'`);
      await tx.execute(`insert into webhook_deliveries
        (id, tenant_id, event_id, event_type, endpoint_id, status, attempt_count, created_at, updated_at)
        select 'dlv_copy', tenant_id, event_id, event_type, endpoint_id, 'scheduled', 0, now(), now() from webhook_deliveries limit 1`);
      return [restored, await changes(tx)];
    });
    expect(counts).toEqual([before, before + 2]);
    await restoreSnapshot(service().sql, 'user_a');
  });

  it('a snapshot that fails leaves the former one', async () => {
    const { sql } = service();
    await makeSnapshot(sql, 'user_a', note);
    const before = await contents(sql);
    await orderOne(service());
    const making = sql.transaction(async (tx) => {
      await makeSnapshot(tx, 'user_a', { ...note, requests: 9 });
      await tx.execute('select 1 / 0');
    });
    await expect(making).rejects.toThrow();
    expect(await listSnapshots(sql)).toContainEqual({ name: 'user_a', note });
    await restoreSnapshot(sql, 'user_a');
    expect(await contents(sql)).toEqual(before);
  });

  it('has names of up to 40 characters, and no quotes', async () => {
    const { sql } = service();
    const name = `user_${'a-_4'.repeat(10)}`;
    await makeSnapshot(sql, name, note);
    expect(await names(sql)).toContain(name);
    await restoreSnapshot(sql, name);
    await dropSnapshot(sql, name);
    await dropSnapshot(sql, name);
    expect(await names(sql)).not.toContain(name);
    for (const bad of ['a"b', "a'b", 'a.b', 'a b', 'A', '', 'a$$b', 'x'.repeat(51)]) {
      await expect(makeSnapshot(sql, bad, note), bad).rejects.toThrow(TypeError);
    }
  });
}

/** Tests for each database, whatever tables it has. */
function copesWithTables(openDatabase: () => Promise<OpenDatabase>): void {
  let sql: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ sql, close } = await openDatabase());
    for (const row of someRows) await sql.execute(row);
  });
  afterAll(() => close());

  it('takes no notice of the tables of others', async () => {
    await sql.execute('create table "others ""$$" (id integer)');
    await makeSnapshot(sql, 'user_a', note);
    await sql.execute('insert into "others ""$$" values (1)');
    await restoreSnapshot(sql, 'user_a');
    expect(await readRows(sql, 'select * from "others ""$$"')).toEqual([{ id: 1 }]);
  });

  it('restores tables that refer to themselves or to each other', async () => {
    await sql.execute(
      'alter table integrations add column parent text references integrations (id)',
    );
    await sql.execute(
      'alter table integrations add column "the ""key" text references api_keys (id)',
    );
    await sql.execute(`update integrations set parent = id, "the ""key" = 'key_1'`);
    await makeSnapshot(sql, 'user_a', note);
    const before = await contents(sql);
    await restoreSnapshot(sql, 'user_a');
    expect(await contents(sql)).toEqual(before);
  });
}

// The tables that twoIntegrations() leaves empty.
async function fillOtherTables({ control, sql, description }: TestService): Promise<void> {
  await control('/faults', { kind: 'missing_t', times: null });
  await control('/sinks/a', { status: 503 });
  await fetch(`${description.url}/sink/a`);
  await sql.execute(`insert into settings (name, value) values ('a', '1')`);
  await sql.execute(`insert into outbox_messages (id, tenant_id, "to", subject, text, created_at)
    values ('msg_1', 'acct', 'a', 'b', 'c', now())`);
  await sql.execute(`insert into idempotent_answers (principal, target, key, request_hash, status, body, created_at)
    values ('key_1', 'POST /', 'k', 'h', 200, '{}', now())`);
  await sql.execute(
    `insert into bulk_import_parts (import_id, number, rows) select id, 0, '[]' from bulk_imports limit 1`,
  );
  await sql.execute(`insert into parked_jobs (kind, ref, due_at, parked_at, reason)
    values ('session_expiry', 'vs_1', now(), now(), '22000')`);
}

const someRows = [
  `insert into integrations (id, tenant_id, name, slug, status, created_at, updated_at)
    values ('int_1', 'acct', 'Demo', 'demo', 'active', now(), now())`,
  `insert into api_keys (id, tenant_id, integration_id, scope, label, hash, prefix, last4, created_at, updated_at)
    values ('key_1', 'acct', 'int_1', 'full_access', 'Server', 'h', 'p', 'l', now(), now())`,
  `insert into webhook_endpoints (id, tenant_id, url, event_types, retry_policy, paused, secret, in_process, created_at, updated_at)
    values ('we_1', 'acct', 'http://localhost/', '{}', '{}', false, 's', false, now(), now())`,
  `insert into events (id, tenant_id, type, created, body, subject_id)
    values ('evt_1', 'acct', 'document_verification.completed', now(), '', 'dv_1')`,
  `insert into webhook_deliveries (id, tenant_id, event_id, event_type, endpoint_id, status, attempt_count, created_at, updated_at)
    values ('dlv_1', 'acct', 'evt_1', 'document_verification.completed', 'we_1', 'scheduled', 0, now(), now())`,
];

/** The service on PostgreSQL, with the objects of {@link makeTwoIntegrations}. */
function serviceOnPostgres(): () => TestService {
  let service: TestService | undefined;
  beforeAll(async () => {
    const database = await scratchDatabase();
    await prepareSnapshot(database.sql, SEEDED);
    const dependencies = {
      openDatabase: async () => database,
      deliverTo: async () => new Response(),
    };
    service = await startTestService({}, dependencies);
    await makeTwoIntegrations(service);
  });
  afterAll(() => service?.close());
  return () => {
    if (!service) throw new Error('The service is there in tests only.');
    return service;
  };
}

describe('in memory', () => {
  describe('a snapshot', () => {
    const world = twoIntegrations();
    keepsSnapshots(() => world().service);
  });
  describe('a snapshot beside other tables', () => copesWithTables(openMemoryDatabase));
});

describeWithPostgres('on PostgreSQL, without a superuser', () => {
  describe('a snapshot', () => keepsSnapshots(serviceOnPostgres()));
  describe('a snapshot beside other tables', () => copesWithTables(scratchDatabase));
});
