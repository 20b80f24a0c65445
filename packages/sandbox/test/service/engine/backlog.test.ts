import { expect, it, onTestFinished } from 'vitest';
import { jobs } from '../../../src/service/db/schema/index.js';
import { readBacklog } from '../../../src/service/engine/take-jobs.js';
import { createClock } from '../../../src/service/kernel/clock.js';
import { openTestDatabase } from '../../support/open-test-database.js';

it.each([
  ['real', { due: 2, least: 3600 }],
  ['frozen', { due: 0, least: 0 }],
] as const)('counts what is due and free on a %s clock', async (mode, { due, least }) => {
  const { sql, close } = await openTestDatabase();
  onTestFinished(close);
  const now = new Date('2026-01-01T12:00:00Z');
  await createClock(sql, { mode, now });
  const job = { kind: 'recovery', ref: 'we_1' } as const;
  await sql.insert(jobs).values([
    { ...job, dueAt: new Date('2026-01-01T11:00:00Z') },
    { ...job, dueAt: new Date('2026-01-01T11:30:00Z') },
    { ...job, dueAt: new Date('2026-01-01T10:00:00Z'), leaseUntil: new Date('2999-01-01') },
    { ...job, dueAt: new Date('2027-01-01T00:00:00Z') },
  ]);
  const found = await readBacklog(sql);
  expect(found.due).toBe(due);
  expect(found.lagSeconds).toBeGreaterThanOrEqual(least);
  // The clock runs while the test does.
  expect(found.lagSeconds).toBeLessThan(least + 600);
});
