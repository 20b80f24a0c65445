import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { requireService } from '../../../packages/testing/test/support/service.js';
import { start } from './command.js';
import { addressIn, deliver, written } from './deliveries.js';

// Only ends a hang.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const SERVER = 'postgres://postgres@127.0.0.1:5432';

async function ask(statement: string): Promise<void> {
  const pool = new Pool({
    connectionString: `${SERVER}/postgres`,
    max: 1,
    connectionTimeoutMillis: 60_000,
  });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}

const answers = await requireService('PostgreSQL', () => ask('SELECT 1'));

describe.skipIf(!answers)('receiver and worker on a server', () => {
  const name = `screening_example_${crypto.randomUUID().replaceAll('-', '')}`;
  const env = { DATABASE_URL: `${SERVER}/${name}` };
  beforeAll(() => ask(`CREATE DATABASE ${name}`));
  afterAll(() => ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));

  test('an event whose worker is killed is processed by the next worker, and written once', async () => {
    const receiver = start('receiver', env);
    const url = addressIn(await receiver.line('listening'));
    // No worker has started yet.
    expect(await deliver(url, 'evt_1')).toBe(202);
    expect(await deliver(url, 'evt_1')).toBe(200);
    expect(await written(url)).toEqual([]);

    const killed = start('worker', { ...env, WORK_MS: '600000' });
    await killed.line('evt_1 begins');
    await killed.kill('SIGKILL');
    expect(await written(url)).toEqual([]);

    const worker = start('worker', { ...env, WORK_MS: '10' });
    await worker.line('evt_1 is done');
    expect(await deliver(url, 'evt_2')).toBe(202);
    await worker.line('evt_2 is done');
    expect(await written(url)).toEqual([
      { event: 'evt_1', result: 'completed', writes: 1 },
      { event: 'evt_2', result: 'completed', writes: 1 },
    ]);
    expect(await worker.kill('SIGTERM')).toBe(0);
    expect(await receiver.kill('SIGTERM')).toBe(0);
  });
});
