import { expect, it, onTestFinished } from 'vitest';
import { createClock } from '../../../src/service/kernel/clock.js';
import { commandRunner } from '../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../src/service/kernel/identity.js';
import { borrowMemoryDatabase } from '../../support/open-test-database.js';

it('reports each committed command, after its commit, and no other', async () => {
  const { sql, transact, close } = await borrowMemoryDatabase();
  onTestFinished(() => close());
  await createClock(sql, { mode: 'real', now: new Date() });
  const told: string[] = [];
  const urls = { origin: '', file: () => '', hosted: () => '' };
  const run = commandRunner(transact, randomIdentity(), urls, false, () => told.push('committed'));

  expect(await run(async () => told.push('ran'))).toBe(1);
  expect(told).toEqual(['ran', 'committed']);
  const failing = run(async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(told).toEqual(['ran', 'committed']);
});
