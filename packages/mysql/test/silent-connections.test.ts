import { createReceiver } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import type { Pool } from 'mysql2/promise';
import { type CuttableProxy, startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { uncompared } from 'screening-webhooks-test-support/kept';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { until } from 'screening-webhooks-test-support/until';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type MysqlStore, mysqlStore } from '../src/index.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

// A statement that never has an answer keeps its limit of up to a minute.
uncompared.add('Timeout');

const LEASE = 600_000;
const LIMIT = 5000;
const SECRET = 'whsec_mysql';

describeOnServer('connections of a pool', () => {
  const database = useTestDatabase(({ pool }) => mysqlStore(pool()).migrate());
  let proxy: CuttableProxy;
  let pool: Pool;
  let store: MysqlStore;
  beforeEach(async () => {
    proxy = await startProxy(MYSQL.port);
    pool = database.pool({ port: proxy.port });
    store = mysqlStore(pool);
    // Limits end when a test moves the clock; the connections are real.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    proxy.close();
  });

  /** Opens three connections of the pool. */
  async function warmUp(): Promise<void> {
    const all = [pool.getConnection(), pool.getConnection(), pool.getConnection()];
    for (const connection of await Promise.all(all)) connection.release();
    // They are older than anything that follows.
    await vi.advanceTimersByTimeAsync(1);
  }
  const passLimit = () => vi.advanceTimersByTimeAsync(LIMIT);
  /** The connections that the pool has, whether they are in use or not. */
  const sizeOf = (one: Pool): number => Reflect.get(one.pool, '_allConnections').length;

  it('that have gone silent end a claim at its limit, and all that are as old are destroyed', async () => {
    await warmUp();
    proxy.silence();
    const failed = expect(store.claim('k', 'a', LEASE)).rejects.toThrow(
      'MySQL did not answer within 5000 ms.',
    );
    await passLimit();
    await failed;
    expect(sizeOf(pool)).toBe(2);
    // At once: the clock does not move.
    expect(await store.claim('k', 'b', LEASE)).toBe('acquired');
    expect(sizeOf(pool)).toBe(1);
  });

  it.each(['extend', 'commit', 'release'] as const)('a %s ends at its limit', async (operation) => {
    await store.claim(operation, 'a', LEASE);
    await vi.advanceTimersByTimeAsync(1);
    proxy.silence();
    const failed = expect(store[operation](operation, 'a', LEASE)).rejects.toThrow(
      'MySQL did not answer within 5000 ms.',
    );
    await passLimit();
    await failed;
    expect(await store[operation](operation, 'a', LEASE)).toBe(true);
  });

  it('that are all in use end a claim at its limit', async () => {
    const single = database.pool({ connectionLimit: 1 });
    const held = await single.getConnection();
    const failed = expect(mysqlStore(single).claim('busy', 'a', LEASE)).rejects.toThrow(
      'The pool of connections did not answer within 5000 ms.',
    );
    await passLimit();
    await failed;
    held.release();
    // What it has waited for goes back to the pool.
    expect(await mysqlStore(single).claim('busy', 'b', LEASE)).toBe('acquired');
  });

  it('that have gone silent, or are cut, answer a delivery 503, and the next one is processed', async () => {
    let runs = 0;
    const receiver = createReceiver({
      secret: SECRET,
      dedupe: store,
      lease: LEASE,
      observe: false,
      handlers: {
        '*': () => {
          runs += 1;
        },
      },
    });
    const deliver = async (): Promise<readonly unknown[]> => {
      const event = fixture('document_verification.recorded', { id: 'evt_silent' });
      const { request } = await sign(event, { secret: SECRET });
      const { status } = await receiver.fetch(request('http://hooks.test/'));
      return [status, runs];
    };
    proxy.cut();
    expect(await deliver()).toEqual([503, 0]);
    proxy.restore();
    await warmUp();
    proxy.silence('replies');
    const delivered = deliver();
    // The server has taken the claim, and its reply is lost.
    const claims = () =>
      database.admin(
        `SELECT 1 FROM screening_webhook_claims WHERE claim_key LIKE '%evt_silent' AND expires_at > 0`,
      );
    await until(async () => (await claims()).length === 1);
    await passLimit();
    expect(await delivered).toEqual([503, 0]);
    // The receiver releases it on another connection.
    await until(async () => (await claims()).length === 0);
    expect(await deliver()).toEqual([200, 1]);
    expect(await deliver()).toEqual([200, 1]);
  });

  it('that the server has closed are not used again', async () => {
    vi.useRealTimers();
    const held = await Promise.all([pool.getConnection(), pool.getConnection()]);
    for (const connection of held) connection.release();
    for (const { threadId } of held) await database.admin(`KILL ${threadId}`);
    await until(() => sizeOf(pool) === 0);
    expect(await store.claim('killed', 'a', LEASE)).toBe('acquired');
  });
});
