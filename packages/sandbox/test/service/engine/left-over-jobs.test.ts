import { expect, it } from 'vitest';
import { jobs } from '../../../src/service/db/schema/index.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

const payloads: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  recovery: { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z', after: 0 },
  discard: { upTo: 1 },
  check_result: { checkId: 'chk_gone', outcome: 'clear' },
};

it.each(jobs.kind.enumValues)('a job %s whose object is gone does nothing', async (kind) => {
  const { sql } = service();
  const dueAt = new Date('2026-01-01T00:00:00Z');
  const payload: Readonly<Record<string, unknown>> | null = payloads[kind] ?? null;
  await sql.insert(jobs).values({ kind, ref: 'gone', payload, dueAt });
  const { status, body } = await service().control('/clock', { settle: true });
  expect([status, body['ran']]).toEqual([200, 1]);
  expect(await sql.select().from(jobs)).toEqual([]);
});
