import { Pool } from 'pg';
import { SERVER } from 'screening-webhooks-test-support/scratch-database';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openPostgresDatabase } from '../../../../src/service/db/postgres/open-postgres-database.js';
import { transactOnPool } from '../../../../src/service/db/postgres/run-on-pool.js';
import { openInstance } from '../../../../src/service/world/open-instance.js';
import {
  describeWithPostgres,
  type ScratchDatabase,
  scratchDatabase,
} from '../../../../test/support/scratch-postgres.js';
import { startTcpProxy } from '../../../../test/support/tcp-proxy.js';

describeWithPostgres('a connection that is lost', () => {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await scratchDatabase();
  });
  afterAll(() => scratch.close());

  it('at the begin of the first transaction: the start fails, and the database can be closed', async () => {
    const proxy = await startTcpProxy(SERVER.port);
    const through = new URL(scratch.url);
    through.port = String(proxy.port);
    const url = through.href;
    const database = await openPostgresDatabase(url, () => {});
    proxy.cutAt(/begin/);
    const storage = { kind: 'postgres', url, controls: false } as const;
    const opened = openInstance(database.transact, {
      port: 0,
      storage,
      clock: { mode: 'real' },
      rateLimit: 'off',
      strictHeaders: false,
      signatureClock: 'wall',
      allowNet: [],
    });
    await expect(opened).rejects.toThrow();
    await database.close();
  });

  it('a server that refuses is named with its SQLSTATE', async () => {
    const url = new URL(scratch.url);
    url.pathname = '/not-there';
    const opened = openPostgresDatabase(url.href, () => {});
    await expect(opened).rejects.toThrow(/not-there.* \(SQLSTATE 3D000\)$/);
  });

  it('at the rollback: the pool gives it to nobody else', async () => {
    const pool = new Pool({ connectionString: scratch.url, max: 1 });
    onTestFinished(() => pool.end());
    // The connection may still be closing when the database is dropped, which the pool reports.
    pool.on('error', () => {});
    pool.on('connect', (client) => {
      const query = client.query.bind(client);
      Object.assign(client, {
        query: (text: string) =>
          text === 'rollback' ? Promise.reject(new Error('no answer')) : query(text),
      });
    });
    const failed = transactOnPool(pool)('select 1', async () => {
      throw new Error('the reason');
    });
    await expect(failed).rejects.toThrow('the reason');
    expect(pool.totalCount).toBe(0);
  });
});
