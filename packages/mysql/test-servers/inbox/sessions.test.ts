import { store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { mysqlInbox } from '../../src/inbox/index.js';
import { EVENTS, roomyPool, states, useInboxDatabase } from '../support/inbox-tables.js';
import { describeOnServer } from '../support/server.js';
import { POOLS, SESSIONS } from '../support/sessions.js';

const ids = ['evt_1', 'evt_2', 'evt_dead'];

describeOnServer('an inbox is right', () => {
  const database = useInboxDatabase();

  it.each([
    ...SESSIONS.map((setting) => ({ setting, options: {} })),
    ...POOLS.map((options) => ({ setting: 'DO 0', options })),
  ])('after $setting, with the options $options of the pool', async ({ setting, options }) => {
    const pool = roomyPool(database, options);
    // Before anything else of the connection, and so before what the inbox sends.
    pool.on('connection', (connection) => void connection.query(setting));
    const inbox = mysqlInbox(pool, {
      orderBy: 'verificationId',
      attempts: 2,
      backoff: 1,
      pollInterval: 20,
      timeout: 60_000,
    });
    for (const id of ids) expect(await store(inbox, id)).toBe('stored');
    expect(await store(inbox, 'evt_1')).toBe('duplicate');
    const failing = await inbox.work(async ({ id }) =>
      id === 'evt_dead' ? { kind: 'failed', error: 'no' } : { kind: 'processed' },
    );
    await until(async () => (await inbox.deadLetters()).length === 1);
    await failing.stop();
    // Another session, without the setting, sees what is committed.
    expect(await states(database)).toEqual(['processed', 'processed', 'dead_letter']);
    const [row] = await database.admin(
      `SELECT attempts FROM ${EVENTS} WHERE outcome = 'dead_letter'`,
    );
    expect(row).toEqual({ attempts: 2 });
    expect(await inbox.replay({ since: 0, deadOnly: true })).toBe(1);
    const worker = await workAndNote(inbox);
    await until(async () => (await states(database)).every((state) => state === 'processed'));
    await worker.stop();
    expect(worker.seen).toEqual(['evt_dead']);
  });

  it('and reads with autocommit off what others have committed since its last read', async () => {
    const pool = database.pool({ connectionLimit: 1 });
    pool.on('connection', (connection) => void connection.query('SET SESSION autocommit = 0'));
    const reader = mysqlInbox(pool);
    const everything = { since: 0 };
    expect(await reader.replay(everything)).toBe(0);
    const writer = mysqlInbox(database.pool());
    expect(await store(writer, 'evt_1')).toBe('stored');
    const worker = await workAndNote(writer);
    await until(async () => (await states(database))[0] === 'processed');
    await worker.stop();
    expect(await reader.replay(everything)).toBe(1);
  });

  it('and leaves a session as it was, after what succeeds and what the server refuses', async () => {
    const pool = database.pool({ connectionLimit: 1 });
    await pool.query('SET SESSION wait_timeout = 12345, SESSION innodb_lock_wait_timeout = 7');
    await pool.query('SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE');
    const settings = async () =>
      (
        await pool.query(
          `SELECT CONNECTION_ID() AS id, @@wait_timeout AS idle, @@innodb_lock_wait_timeout AS locks,
            @@SESSION.tx_isolation AS isolation, @@autocommit AS autocommit, @@in_transaction AS open`,
        )
      )[0];
    const before = await settings();
    const inbox = mysqlInbox(pool);
    expect(await store(inbox, 'evt_1')).toBe('stored');
    expect(await store(inbox, 'evt_1')).toBe('duplicate');
    expect(await settings()).toEqual(before);
  });
});
