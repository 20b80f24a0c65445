import { createReceiver, type ReceiverOptions } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { createConnection, type Pool } from 'mysql2/promise';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { expect, it, onTestFinished } from 'vitest';
import { mysqlInbox } from '../src/inbox/index.js';
import { mysqlStore } from '../src/index.js';
import { EVENTS, LINES } from './support/inbox-tables.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

const SECRET = 'whsec_mysql';
const LEASE = 600_000;
const LOCK_WAIT_TIMEOUT = expect.objectContaining({ errno: 1205 });

describeOnServer('a row that another connection has locked', () => {
  const database = useTestDatabase(async ({ pool }) => {
    await mysqlStore(pool()).migrate();
    await mysqlInbox(pool()).migrate();
  });

  /** Locks all rows of a table until the returned function is called. */
  async function lockRows(table: string): Promise<() => Promise<unknown>> {
    const holder = await createConnection({ ...MYSQL, database: database.name });
    onTestFinished(() => holder.destroy());
    await holder.query('BEGIN');
    await holder.query(`SELECT * FROM ${table} FOR UPDATE`);
    return () => holder.query('ROLLBACK');
  }

  /** The connections of a pool, which are destroyed when one of them is taken for silent. */
  async function warm(pool: Pool): Promise<() => number> {
    const all = await Promise.all([pool.getConnection(), pool.getConnection()]);
    for (const connection of all) connection.release();
    return () => Reflect.get(pool.pool, '_allConnections').length;
  }

  async function deliver(id: string, options: Partial<ReceiverOptions>): Promise<number> {
    const receiver = createReceiver({
      secret: SECRET,
      observe: false,
      handlers: { '*': () => {} },
      ...options,
    });
    const event = fixture('document_verification.recorded', { id });
    const { request } = await sign(event, { secret: SECRET });
    return (await receiver.fetch(request('http://hooks.test/'))).status;
  }

  it.each(['claim', 'extend', 'commit', 'release'] as const)(
    'ends a %s at its own limit, and costs no connection',
    async (operation) => {
      const pool = database.pool();
      const store = mysqlStore(pool);
      await store.claim(operation, 'a', LEASE);
      const size = await warm(pool);
      const unlock = await lockRows('screening_webhook_claims');
      await expect(store[operation](operation, 'a', LEASE)).rejects.toEqual(LOCK_WAIT_TIMEOUT);
      expect(size()).toBe(2);
      await unlock();
      expect(await store[operation](operation, 'a', LEASE)).not.toBe(false);
    },
  );

  it('answers a delivery 503, and the next one is processed', async () => {
    const dedupe = mysqlStore(database.pool());
    expect(await deliver('evt_claimed', { dedupe })).toBe(200);
    const unlock = await lockRows('screening_webhook_claims');
    expect(await deliver('evt_claimed', { dedupe })).toBe(503);
    await unlock();
    expect(await deliver('evt_claimed', { dedupe })).toBe(200);
  });

  it('answers a delivery to an inbox 503, and the next one is stored', async () => {
    const pool = database.pool();
    const inbox = mysqlInbox(pool, { orderBy: 'verificationId' });
    expect(await deliver('evt_1', { inbox })).toBe(202);
    const size = await warm(pool);
    const unlock = await lockRows(LINES);
    expect(await deliver('evt_2', { inbox })).toBe(503);
    expect(size()).toBe(2);
    await unlock();
    expect(await deliver('evt_2', { inbox })).toBe(202);
    const rows = await database.admin(`SELECT 1 FROM ${EVENTS}`);
    expect(rows).toHaveLength(2);
  });
});
