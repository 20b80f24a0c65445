import {
  createScratchDatabase,
  isServerReachable,
  type ScratchDatabase,
} from 'screening-webhooks-test-support/scratch-database';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { start } from './command.js';
import { addressIn, deliver, written } from './deliveries.js';

// Only ends a hang.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

describe.skipIf(!(await isServerReachable()))('receiver and worker on a server', () => {
  let database: ScratchDatabase;
  let env: { readonly DATABASE_URL: string };
  beforeAll(async () => {
    database = await createScratchDatabase();
    env = { DATABASE_URL: database.url };
  });
  afterAll(() => database.drop());

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
