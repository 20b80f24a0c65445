import { expect, it } from 'vitest';
import { jobs } from '../../../src/service/db/schema/index.js';
import { onlyEngine } from '../../../src/service/engine/role/choose-role.js';
import { dueTakes, freeSlots } from '../../../src/service/engine/take-due.js';
import { order } from '../../support/orders.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

it('on a frozen clock, nothing is taken that is due', async () => {
  await order(service(), {});
  const { sql } = service();
  const slots = freeSlots([]);
  if (!slots) throw new Error('Nothing runs.');
  expect(await dueTakes(onlyEngine(sql)).first(slots)).toEqual([]);
  expect(await dueTakes(onlyEngine(sql)).ofEachEndpoint(slots)).toEqual([]);
  // Nor has the engine of the service taken the job.
  const [first] = await sql.select().from(jobs).orderBy(jobs.dueAt);
  expect(first).toMatchObject({ dueAt: new Date('2026-01-01T00:00:00.000Z'), leaseUntil: null });
});

it('a job belongs to the tenant of its object', async () => {
  await order(service(), {});
  const [first] = await service().sql.select().from(jobs).orderBy(jobs.dueAt);
  expect(first).toMatchObject({ kind: 'source_attempt', tenantId: 'acct' });
});
