import { createReceiver, memoryStore } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import Database from 'libsql';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, describe, expect, it } from 'vitest';
import { sqliteInbox } from '../src/inbox/index.js';
import { type SqliteStore, sqliteStore } from '../src/index.js';
import { useFile } from './support/file.js';

const LEASE = 600_000;

/** A database, and what is run on it. */
function watch(database: Database.Database) {
  const statements: string[] = [];
  return {
    statements,
    tries: (): number => statements.filter((sql) => sql === 'BEGIN IMMEDIATE').length,
    watched: {
      exec(sql: string) {
        statements.push(sql);
        return database.exec(sql);
      },
      prepare: (sql: string) => database.prepare(sql),
    },
  };
}

const secret = 'whsec_sqlite';

// The connection belongs to the app: its transactions, its settings and its locks.
describe('on a connection that the app uses too', () => {
  const { open } = useFile();
  const database = open({ timeout: 4321 });
  const other = open();
  const store = sqliteStore(database);
  const inbox = sqliteInbox(database);
  beforeAll(async () => {
    await store.migrate();
    await inbox.migrate();
    database.exec('CREATE TABLE app (id TEXT)');
  });

  it('a claim waits for the end of a transaction of the app, and does not join it', async () => {
    const { watched, tries } = watch(database);
    database.exec('BEGIN');
    database.exec("INSERT INTO app VALUES ('a')");
    const claim = sqliteStore(watched).claim('rolled back', 'owner', LEASE);
    await until(async () => tries() > 2);
    database.exec('ROLLBACK');
    expect(await claim).toBe('acquired');
    expect(await store.claim('rolled back', 'other', LEASE)).toHaveProperty('busyForMs');
    expect(database.prepare('SELECT 1 FROM app').all()).toEqual([]);
  });

  // If it did not wait on a timer, this thread could not end the lock.
  it('a claim waits for a lock of another connection on a timer', async () => {
    const { watched, tries } = watch(database);
    other.exec('BEGIN IMMEDIATE');
    const claim = sqliteStore(watched).claim('locked', 'owner', LEASE);
    await until(async () => tries() > 2);
    other.exec('ROLLBACK');
    expect(await claim).toBe('acquired');
  });

  it.each([
    ['another connection', other, /another connection has had the database locked for 2 s/],
    ['the app', database, /the app has had a transaction open on this connection for 2 s/],
  ])('says who has held it for two seconds: %s', async (_who, holder, message) => {
    holder.exec('BEGIN IMMEDIATE');
    const handled: string[] = [];
    const errors: unknown[] = [];
    const receiver = createReceiver({
      secret,
      dedupe: store,
      handlers: { '*': ({ id }) => void handled.push(id) },
      observe: ({ outcome }) => void errors.push(Reflect.get(outcome, 'error')),
    });
    const event = fixture('report.completed', { id: crypto.randomUUID() });
    const { request } = await sign(event, { secret });
    expect((await receiver.fetch(request())).status).toBe(503);
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(message) })]);
    expect(handled).toEqual([]);
    holder.exec('ROLLBACK');
    expect((await receiver.fetch(request())).status).toBe(200);
    expect(handled).toEqual([event.id]);
  });

  it('the settings of the app are as before', async () => {
    const settings = (): unknown =>
      ['busy_timeout', 'synchronous'].map(
        (name) => Object.values(Object(database.prepare(`PRAGMA ${name}`).get()))[0],
      );
    database.exec('PRAGMA synchronous = NORMAL');
    await store.claim('settings', 'owner', LEASE);
    await inbox.store(fixture('report.completed'), { key: 'settings', receivedAt: Date.now() });
    expect(settings()).toEqual([4321, 1]);
  });

  it('an event is stored with synchronous = FULL, whatever the app has', async () => {
    const { watched, statements } = watch(database);
    database.exec('PRAGMA synchronous = OFF');
    const event = fixture('report.completed', { id: 'evt_full' });
    await sqliteInbox(watched).store(event, { key: event.id, receivedAt: Date.now() });
    expect(statements).toEqual([
      'PRAGMA busy_timeout = 0',
      'PRAGMA synchronous = 2',
      'BEGIN IMMEDIATE',
      'COMMIT',
      'PRAGMA synchronous = 0',
      'PRAGMA busy_timeout = 4321',
    ]);
  });

  it('two processes claim an event once', async () => {
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        sqliteStore(index % 2 === 0 ? database : other).claim('once', `owner ${index}`, LEASE),
      ),
    );
    expect(claims.filter((claim) => claim === 'acquired')).toHaveLength(1);
  });

  it('the worker lets others run', async () => {
    const events = Array.from({ length: 200 }, (_, index) =>
      fixture('report.completed', { id: `evt_${index}` }),
    );
    for (const event of events) await inbox.store(event, { key: event.id, receivedAt: 0 });
    let handled = 0;
    const worker = await inbox.work(
      async () => {
        handled += 1;
        return { kind: 'processed' };
      },
      { concurrency: 1 },
    );
    await until(async () => handled > 3);
    expect(handled).toBeLessThan(events.length);
    await until(async () => handled >= events.length);
    await worker.stop();
  });
});

describe('a file that cannot be written', () => {
  let store: SqliteStore;
  const { open } = useFile();
  beforeAll(async () => {
    store = sqliteStore(open());
    await store.migrate();
  });

  it('rejects with the cure when it is full, and keeps what it has', async () => {
    const full = open();
    expect(await store.claim('kept', 'owner', LEASE)).toBe('acquired');
    const [count] = full.prepare('PRAGMA page_count').raw().all().flat();
    full.exec(`PRAGMA max_page_count = ${String(count)}`);
    const fill = async (): Promise<void> => {
      for (let index = 0; index < 1000; index += 1)
        await sqliteStore(full).claim(`${index}`.repeat(100), 'owner', LEASE);
    };
    await expect(fill()).rejects.toThrow(/the disk is full.*Make room/);
    expect(await store.claim('kept', 'other', LEASE)).toHaveProperty('busyForMs');
  });

  it('rejects with the cure when it is read-only', async () => {
    const readOnly = open();
    readOnly.exec('PRAGMA query_only = 1');
    await expect(sqliteStore(readOnly).claim('key', 'owner', LEASE)).rejects.toThrow(
      /the database is read-only. Open it for writing/,
    );
  });

  it('rejects with the cure when the tables are missing', async () => {
    const empty = new Database(':memory:');
    await expect(sqliteStore(empty).claim('key', 'owner', LEASE)).rejects.toThrow(
      'The table screening_webhook_claims is missing. Run `await store.migrate()` once.',
    );
    const worker = sqliteInbox(empty).work(async () => ({ kind: 'processed' }));
    await expect(worker).rejects.toThrow('Run `await inbox.migrate()` once.');
  });
});

it('takes the place of the store in memory', async () => {
  const database = new Database(':memory:');
  for (const store of [sqliteStore(database, { table: 'main.claims' }), memoryStore()]) {
    if ('migrate' in store) await store.migrate();
    expect(await store.claim('key', 'owner', LEASE)).toBe('acquired');
    expect(await store.commit('key', 'owner', LEASE)).toBe(true);
    expect(await store.claim('key', 'other', LEASE)).toBe('done');
  }
  const { cleanUp } = sqliteStore(database, { table: 'main.claims' });
  database.exec('UPDATE claims SET ends_at = 0');
  expect(await cleanUp()).toEqual({ deleted: 1, more: false, remaining: 0 });
});
