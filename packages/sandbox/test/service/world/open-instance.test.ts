import { expect, it, onTestFinished } from 'vitest';
import type { ServiceConfig } from '../../../src/service/config/service-config.js';
import { readClock } from '../../../src/service/kernel/clock.js';
import { openInstance } from '../../../src/service/world/open-instance.js';
import { borrowMemoryDatabase } from '../../support/open-test-database.js';

const config: ServiceConfig = {
  port: 0,
  storage: { kind: 'memory' },
  clock: { mode: 'real' },
  rateLimit: 'off',
  strictHeaders: false,
  signatureClock: 'wall',
  allowNet: [],
};
const password = 'twelve chars';
const EVERYBODY = /Everybody can derive keys of the seed "sandbox"/;

async function open() {
  const database = await borrowMemoryDatabase();
  onTestFinished(() => database.close());
  return database;
}

it('a service that others reach does not have the keys of the default seed, which everybody can derive', async () => {
  const { transact } = await open();
  await expect(openInstance(transact, { ...config, password, rng: 'sandbox' })).rejects.toThrow(
    EVERYBODY,
  );
  // Nothing was stored.
  const { identity, fileSecret } = await openInstance(transact, { ...config, password });
  const other = await openInstance((await open()).transact, { ...config, password });
  expect(other.fileSecret).not.toBe(fileSecret);
  const again = await openInstance(transact, { ...config, password: 'another password' });
  expect(again.identity.secretFor('', 'a')).toBe(identity.secretFor('', 'a'));
});

it('nor when it was made for one user', async () => {
  const { transact } = await open();
  await openInstance(transact, config);
  await expect(openInstance(transact, { ...config, password })).rejects.toThrow(EVERYBODY);
});

it('the ids and keys of a shared database are random', async () => {
  const storage = { kind: 'postgres', url: '', controls: false } as const;
  const made = async () => {
    const { sql, transact } = await open();
    const { identity } = await openInstance(transact, { ...config, storage });
    return [...(await identity.nextIds(sql, 'dv', 1)), identity.secretFor('', 'a')];
  };
  const [id, secret] = await made();
  const [otherId, otherSecret] = await made();
  expect(otherId).not.toBe(id);
  expect(otherSecret).not.toBe(secret);
});

it('the clock of a shared database is frozen if requested, and runs if nobody could start it', async () => {
  const { sql, transact } = await open();
  const start = async (controls: boolean, mode: 'real' | 'frozen' = 'real') => {
    const storage = { kind: 'postgres', url: '', controls } as const;
    await openInstance(transact, { ...config, storage, clock: { mode } });
    return (await readClock(sql)).mode;
  };
  expect(await start(true)).toBe('real');
  expect(await start(true, 'frozen')).toBe('frozen');
  // Other processes with the controls do not request a mode.
  expect(await start(true)).toBe('frozen');
  expect(await start(false)).toBe('real');
  expect(await start(true)).toBe('real');
});
