import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, test, vi } from 'vitest';
import { start } from './command.js';
import { addressIn, deliver, written } from './deliveries.js';

// Only ends a hang.
vi.setConfig({ testTimeout: 300_000 });

const once = (event: string) => ({ event, result: 'completed', writes: 1 });

test('on PGlite: stores, processes, and loses nothing when it is killed', async () => {
  const env = { DATA_DIR: scratchFolder(), WORK_MS: '10' };
  const first = start('both', env);
  const url = addressIn(await first.line('listening'));
  expect(await deliver(url, 'evt_1')).toBe(202);
  expect(await deliver(url, 'evt_1')).toBe(200);
  await first.line('evt_1 duplicate');
  await first.line('evt_1 is done');
  expect(await written(url)).toEqual([once('evt_1')]);
  await first.kill('SIGKILL');

  // Killed while it processes the next event.
  const second = start('both', { ...env, WORK_MS: '600000' });
  const again = addressIn(await second.line('listening'));
  expect(await deliver(again, 'evt_1')).toBe(200);
  expect(await deliver(again, 'evt_2')).toBe(202);
  await second.line('evt_2 begins');
  await second.kill('SIGKILL');

  const third = start('both', env);
  const last = addressIn(await third.line('listening'));
  await third.line('evt_2 is done');
  expect(await written(last)).toEqual([once('evt_1'), once('evt_2')]);
  expect(await third.kill('SIGTERM')).toBe(0);
});

test.each(['receiver', 'worker'])('%s without a server names the alternative', async (name) => {
  const command = start(name, { DATABASE_URL: '' });
  await command.line('npm start runs both in one');
});
