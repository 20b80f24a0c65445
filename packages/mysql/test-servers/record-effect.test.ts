import type { EventEnvelope } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import { sql } from 'drizzle-orm';
import { mysqlTable, varchar } from 'drizzle-orm/mysql-core';
import { drizzle } from 'drizzle-orm/mysql2';
import { CompiledQuery, Kysely, MysqlDialect } from 'kysely';
import { createPool } from 'mysql2';
import type { Pool, PoolConnection } from 'mysql2/promise';
import { startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { EffectInProgressError, mysqlStore, recordEffect, transactional } from '../src/index.js';
import { describeOnServer, useTestDatabase } from './support/server.js';
import { SESSIONS } from './support/sessions.js';

const newEvent = (): EventEnvelope =>
  fixture('document_verification.recorded', { id: `evt_${crypto.randomUUID()}` });

describeOnServer('recordEffect', () => {
  const database = useTestDatabase();
  const { admin } = database;
  let pool: Pool;
  beforeAll(async () => {
    pool = database.pool();
    await mysqlStore(pool).migrate();
    await admin('CREATE TABLE effects (event VARCHAR(99) NOT NULL) ENGINE = InnoDB');
  });

  const effectsOf = async ({ id }: EventEnvelope): Promise<number> =>
    (await admin(`SELECT 1 FROM effects WHERE event = '${id}'`)).length;

  /** Records the effect and writes it, in the transaction of a connection. */
  async function writeIn(tx: PoolConnection, event: EventEnvelope): Promise<boolean> {
    await tx.beginTransaction();
    if (!(await recordEffect((text) => tx.query(text), event))) return false;
    await tx.query('INSERT INTO effects VALUES (?)', [event.id]);
    return true;
  }

  /** The same in a transaction of its own, as an app has it. */
  async function write(event: EventEnvelope, on: Pool = pool): Promise<boolean> {
    const tx = await on.getConnection();
    try {
      const isNew = await writeIn(tx, event);
      await tx.commit();
      tx.release();
      return isNew;
    } catch (error) {
      tx.destroy();
      throw error;
    }
  }

  async function connect(setting?: string): Promise<PoolConnection> {
    const tx = await pool.getConnection();
    onTestFinished(() => tx.destroy());
    if (setting !== undefined) await tx.query(setting);
    return tx;
  }

  it.each([undefined, ...SESSIONS])(
    'is true once, whatever the session has: %s',
    async (setting) => {
      const event = newEvent();
      const tx = await connect(setting);
      expect(await writeIn(tx, event)).toBe(true);
      await tx.commit();
      expect(await writeIn(tx, event)).toBe(false);
      await tx.commit();
      expect(await effectsOf(event)).toBe(1);
    },
  );

  it('names distinguish the effects of one event, and its end makes one new', async () => {
    const event = newEvent();
    const single = database.pool({ connectionLimit: 1 });
    const recordOnOne = (options: object) =>
      recordEffect((text) => single.query(text), event, options);
    expect(await recordOnOne({ name: 'mail' })).toBe(true);
    expect(await recordOnOne({ name: 'crm' })).toBe(true);
    expect(await recordOnOne({ name: 'crm' })).toBe(false);
    await admin(`UPDATE screening_webhook_claims SET expires_at = 1 WHERE claim_key LIKE '%crm%'`);
    expect(await recordOnOne({ name: 'crm' })).toBe(true);
    await expect(recordOnOne({ table: 'a.b.c' })).rejects.toThrow(TypeError);
  });

  it('shares its record with transactional', async () => {
    const event = newEvent();
    expect(await write(event)).toBe(true);
    let runs = 0;
    const handler = transactional(pool, () => {
      runs += 1;
    });
    await handler(event, { signal: new AbortController().signal, framework: undefined });
    expect(runs).toBe(0);
  });

  it('is in progress while another transaction is recording it, and keeps the limit of the session', async () => {
    const event = newEvent();
    const first = await connect();
    await writeIn(first, event);
    const second = await connect('SET SESSION innodb_lock_wait_timeout = 3333');
    await expect(writeIn(second, event)).rejects.toThrow(EffectInProgressError);
    const [rows] = await second.query('SELECT @@innodb_lock_wait_timeout AS seconds');
    expect(rows).toEqual([{ seconds: 3333 }]);
    await second.rollback();
    await first.rollback();
    expect(await write(event)).toBe(true);
    expect(await effectsOf(event)).toBe(1);
  });

  it('happens once when many run at the same time', async () => {
    const event = newEvent();
    const runs = await Promise.allSettled(Array.from({ length: 20 }, () => write(event)));
    const written = runs.filter((run) => run.status === 'fulfilled' && run.value);
    expect(written).toHaveLength(1);
    for (const run of runs) {
      if (run.status === 'rejected') expect(run.reason).toBeInstanceOf(EffectInProgressError);
    }
    expect(await effectsOf(event)).toBe(1);
  });

  it.each(['before the write', 'after the write', 'at the commit'])(
    'leaves nothing, or all, when the connection dies %s',
    async (moment) => {
      const event = newEvent();
      const tx = await connect();
      await tx.beginTransaction();
      expect(await recordEffect((text) => tx.query(text), event)).toBe(true);
      if (moment !== 'before the write') {
        await tx.query('INSERT INTO effects VALUES (?)', [event.id]);
      }
      if (moment === 'at the commit') await tx.commit();
      // The server ends the session, as when the process has died.
      await admin(`KILL ${tx.threadId}`);
      let isNew: boolean | undefined;
      await until(async () => {
        isNew = await write(event).catch((error: unknown) => {
          if (error instanceof EffectInProgressError) return undefined;
          throw error;
        });
        return isNew !== undefined;
      });
      expect([isNew, await effectsOf(event)]).toEqual([moment !== 'at the commit', 1]);
    },
  );

  it('leaves all when the reply to the commit is lost', async () => {
    const event = newEvent();
    const proxy = await startProxy(MYSQL.port);
    onTestFinished(() => proxy.close());
    const tx = await database.pool({ port: proxy.port }).getConnection();
    await writeIn(tx, event);
    proxy.silence('replies');
    tx.commit().catch(() => {});
    await until(async () => (await effectsOf(event)) === 1);
    tx.destroy();
    expect(await write(event)).toBe(false);
    expect(await effectsOf(event)).toBe(1);
  });

  it('runs through Drizzle and through Kysely, in transactions that they open', async () => {
    const effects = mysqlTable('effects', { event: varchar('event', { length: 99 }) });
    const byDrizzle = newEvent();
    const drizzled = drizzle({ client: pool });
    const writeByDrizzle = () =>
      drizzled.transaction(async (tx) => {
        if (!(await recordEffect((text) => tx.execute(sql.raw(text)), byDrizzle))) return;
        await tx.insert(effects).values({ event: byDrizzle.id });
      });
    const callbacks = createPool({ ...MYSQL, database: database.name });
    onTestFinished(() => void callbacks.promise().end());
    const db = new Kysely<{ effects: { event: string } }>({
      dialect: new MysqlDialect({ pool: callbacks }),
    });
    const byKysely = newEvent();
    const writeByKysely = () =>
      db.transaction().execute(async (tx) => {
        const query = (text: string) => tx.executeQuery(CompiledQuery.raw(text));
        if (!(await recordEffect(query, byKysely))) return;
        await tx.insertInto('effects').values({ event: byKysely.id }).execute();
      });
    for (let time = 0; time < 2; time += 1) {
      await writeByDrizzle();
      await writeByKysely();
    }
    expect([await effectsOf(byDrizzle), await effectsOf(byKysely)]).toEqual([1, 1]);
    // Drizzle puts an error of the driver into its own.
    const holder = await connect();
    const held = newEvent();
    await writeIn(holder, held);
    const beside = drizzled.transaction((tx) =>
      recordEffect((text) => tx.execute(sql.raw(text)), held),
    );
    await expect(beside).rejects.toThrow(EffectInProgressError);
    const elsewhere = drizzled.transaction((tx) =>
      recordEffect((text) => tx.execute(sql.raw(text)), held, { table: 'no_such_table' }),
    );
    await expect(elsewhere).rejects.toThrow('await store.migrate()');
  });
});
