import { Client, Pool } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { inboxSettings } from '../../src/inbox/inbox-settings.js';
import { postgresInbox } from '../../src/inbox/index.js';
import { openJobs } from '../../src/inbox/open-jobs.js';
import { sqlClient } from '../../src/sql/sql-client.js';
import { store } from '../support/inbox-events.js';
import { createTestDatabase, describeOnServer } from '../support/server.js';

describe('postgresInbox throws at construction', () => {
  const pool = new Pool();
  it.each<[string, unknown, RegExp]>([
    ['undefined', undefined, /got undefined/],
    ['a connection string', 'postgres://localhost', /new Pool\(\{ connectionString \}\)/],
    ['a single connection', new Client(), /a Pool, not a single Client/],
  ])('for %s, naming the cure', (_name, client, message) => {
    expect(() => Reflect.apply(postgresInbox, undefined, [client])).toThrow(message);
  });
  it.each<[string, object]>([
    ['attempts', { attempts: 0 }],
    ['attempts', { attempts: 1.5 }],
    ['backoff', { backoff: -1 }],
    ['maxBackoff', { maxBackoff: Number.NaN }],
    ['retention', { retention: 0 }],
    ['lease', { lease: 999 }],
    ['lease', { lease: Infinity }],
    ['pollInterval', { pollInterval: 0 }],
    ['orderBy', { orderBy: 'id' }],
    ['schema', { schema: 'Inbox' }],
    ['schema', { schema: 'a; DROP TABLE b' }],
    ['name', { name: 'a b' }],
    ['name', { name: '' }],
  ])('for a malformed %s', (option, options) => {
    expect(() => Reflect.apply(postgresInbox, undefined, [pool, options])).toThrow(
      `${option}: expected`,
    );
  });
});

describe('without the right pg-boss', () => {
  const pool = new Pool();
  it.each<[string, () => Promise<Record<string, unknown>>]>([
    ['none', () => Promise.reject(new Error("Cannot find package 'pg-boss'"))],
    ['a later version', async () => ({ default: undefined, PgBoss: class {} })],
  ])('%s: says what to install', async (_name, load) => {
    vi.resetModules();
    vi.doMock('pg-boss', load);
    const { postgresInbox } = await import('../../src/inbox/index.js');
    const inbox = postgresInbox(pool);
    for (const first of [
      () => store(inbox, 'evt_1'),
      () => inbox.work(async () => ({ kind: 'processed' })),
      () => inbox.migrate(),
    ]) {
      await expect(first()).rejects.toThrow('npm install pg-boss@10');
    }
    vi.doUnmock('pg-boss');
  });
});

describeOnServer('postgresInbox says at first use', () => {
  it('that its tables are missing', async () => {
    const inbox = postgresInbox((await createTestDatabase()).pool());
    for (const use of [
      () => store(inbox, 'evt_1'),
      () => inbox.work(async () => ({ kind: 'processed' })),
      () => inbox.pause(),
      () => inbox.resume(),
      () => inbox.deadLetters(),
      () => inbox.replay({ since: 0 }),
      () => inbox.replay({ id: 'evt_1' }),
    ]) {
      await expect(use()).rejects.toThrow(/missing.*await inbox\.migrate\(\)/);
    }
  });

  it('that a look for events failed, which pg-boss takes for an empty queue', async () => {
    const place = { name: 'inbox', schema: 'nowhere' };
    const sql = sqlClient((await createTestDatabase()).pool());
    const jobs = openJobs(sql, { ...inboxSettings({}), ...place });
    await expect(jobs.take(1)).rejects.toThrow('migrate()');
  });

  it('that its queue is missing, and not that an event is a duplicate', async () => {
    const pool = (await createTestDatabase()).pool();
    await postgresInbox(pool, { name: 'one' }).migrate();
    const other = postgresInbox(pool, { name: 'another' });
    await expect(store(other, 'evt_1')).rejects.toThrow(/missing.*await inbox\.migrate\(\)/);
  });

  it('that the tables are those of pg-boss alone', async () => {
    const database = await createTestDatabase();
    await postgresInbox(database.pool()).migrate();
    await database.admin('DROP TABLE screening_webhook_inbox.inbox_paused');
    const inbox = postgresInbox(database.pool());
    await expect(inbox.work(async () => ({ kind: 'processed' }))).rejects.toThrow('migrate()');
  });

  it('that its role may not create them', async () => {
    const database = await createTestDatabase();
    const role = `inbox_test_${crypto.randomUUID().replaceAll('-', '')}`;
    await database.admin(`CREATE ROLE ${role} LOGIN`);
    try {
      // One connection: what fails must leave it as it was.
      const inbox = postgresInbox(database.pool({ user: role, max: 1 }));
      await expect(inbox.migrate()).rejects.toThrow(/GRANT CREATE ON DATABASE/);

      const schema = 'screening_webhook_inbox';
      await postgresInbox(database.pool()).migrate();
      await database.admin(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
      await database.admin(
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
      );
      await database.admin(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`);
      await inbox.migrate();
      expect(await store(inbox, 'evt_1')).toBe('stored');
    } finally {
      await database.admin(`DROP OWNED BY ${role}`);
      await database.admin(`DROP ROLE ${role}`);
    }
  });

  it('nothing, after migrations side by side and again', async () => {
    const database = await createTestDatabase();
    const inboxes = Array.from({ length: 6 }, (_, index) =>
      postgresInbox(database.pool({ max: 1 }), { name: `queue-${index % 3}` }),
    );
    await Promise.all(inboxes.map((inbox) => inbox.migrate()));
    await Promise.all(inboxes.map((inbox) => inbox.migrate()));
    const answers = [];
    for (const inbox of inboxes) answers.push(await store(inbox, 'evt_1'));
    expect(answers).toEqual([...Array(3).fill('stored'), ...Array(3).fill('duplicate')]);
  });
});
