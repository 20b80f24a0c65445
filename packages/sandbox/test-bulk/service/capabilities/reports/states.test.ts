import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportStatuses } from '../../../../src/service/capabilities/reports/records.js';
import {
  type ReportStatus,
  reportStates,
} from '../../../../src/service/capabilities/reports/states.js';
import { jobs, reports } from '../../../../src/service/db/schema/index.js';
import { conflict } from '../../../../test/support/problems.js';
import {
  addPackage,
  checksOf,
  getReport,
  known,
  orderReport,
} from '../../../../test/support/reports.js';
import { sharedService } from '../../../../test/support/service.js';

const service = sharedService();
const advance = (by: string) => service().control('/clock', { advance: by });

/** A new report in a status. */
async function reportIn(status: ReportStatus) {
  const candidate = status === 'pending' ? { dateOfBirth: undefined } : {};
  const lastName = status === 'suspended' ? 'Suspended' : 'Consider';
  const { id, candidateId } = await orderReport(service(), { lastName, candidate });
  if (status === 'suspended') await advance('1m');
  if (status === 'complete' || status === 'disputed') await advance('1h');
  if (status === 'canceled') await service().call('POST', `/v1/reports/${id}/cancel`);
  if (status === 'disputed') {
    await service().sql.update(reports).set({ status }).where(eq(reports.id, id));
  }
  expect(await getReport(service(), id)).toMatchObject({ status });
  return { id, candidateId };
}

it.each(reportStatuses)(
  'the candidate of a report is archived, or not, while it is %s',
  async (status) => {
    const { candidateId } = await reportIn(status);
    const path = `/v1/candidates/${candidateId}`;
    const answer = await service().call('DELETE', path);
    const ended = status === 'complete' || status === 'canceled';
    expect(answer).toMatchObject(
      ended ? { status: 200, body: { status: 'archived' } } : conflict('new'),
    );
    const { body } = await service().call('GET', path);
    expect(body['status']).toBe(ended ? 'archived' : 'new');
  },
);

type Step =
  | { readonly do: 'advance'; readonly seconds: number }
  | { readonly do: 'information'; readonly fields: object }
  | { readonly do: 'cancel' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      seconds: fc.constantFrom(0, 59, 60, 599, 600, 3600, 86_400, 30 * 86_400),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('information' as const),
      fields: fc.constantFrom(
        { dateOfBirth: known.dateOfBirth },
        { ssnLast4: known.ssnLast4 },
        { phone: '+1 415 555 0100' },
        known,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'cancel' as const }) },
);

const open = ['pending', 'in_progress', 'suspended'];

describe('whatever is done to a report', () => {
  /** What is true of every report. */
  function hold(report: Awaited<ReturnType<typeof getReport>>, due: number): void {
    const status = String(report['status']);
    const checks = checksOf(report).map((check) => String(check['status']));
    const isOpen = checks.some((check) => check === 'pending' || check === 'in_progress');
    expect(isOpen).toBe(open.includes(status));
    expect(report['result'] === null).toBe(status !== 'complete');
    expect(report['completedAt'] === null).toBe(status !== 'complete');
    expect(report['turnaroundSeconds'] === null).toBe(status !== 'complete');
    expect(report['estimatedCompletionAt'] !== null).toBe(
      status === 'in_progress' || status === 'complete',
    );
    if (status === 'complete' || status === 'canceled') {
      expect(report['includesCanceled']).toBe(checks.includes('canceled'));
      const found = checks.some((check) => check === 'consider' || check === 'unable_to_verify');
      if (status === 'complete') expect(report['result']).toBe(found ? 'consider' : 'clear');
    }
    const missing = report['missingInformation'];
    expect(Array.isArray(missing) && missing.length > 0).toBe(
      status === 'pending' || status === 'suspended',
    );
    // A result for each open check that runs, the end of a suspension, and nothing for the others.
    const running = checks.filter((check) => check === 'in_progress').length;
    expect(due).toBe(status === 'in_progress' ? running : status === 'suspended' ? 1 : 0);
  }

  it('its result, its times and its due work fit its status', async () => {
    const { call, sql } = service();
    const lastName = fc.constantFrom(
      'Clear',
      'Consider',
      'Unverifiable',
      'Suspended',
      'Suspended',
      'Canceled',
      'Slow',
    );
    const isKnown = fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, fc.constant(false));
    const steps = fc.array(step, { minLength: 1, maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(lastName, isKnown, steps, async (name, complete, taken) => {
        await service().control('/reset', {});
        // Two of the three end at the same time.
        const packageId = await addPackage(sql, 'three', [
          'ssn-trace',
          'global-watchlist',
          'exclusion-list',
        ]);
        const candidate = complete ? {} : { dateOfBirth: undefined, ssnLast4: undefined };
        const { id } = await orderReport(service(), { lastName: name, candidate, packageId });
        let completedAt: unknown = null;
        for (const one of [...taken, { do: 'advance', seconds: 60 * 86_400 } as const]) {
          const { status: before } = await getReport(service(), id);
          if (one.do === 'advance') await advance(`${one.seconds}s`);
          else {
            const body = one.do === 'information' ? one.fields : undefined;
            const answer = await call('POST', `/v1/reports/${id}/${one.do}`, body);
            const action = one.do === 'information' ? 'supply-information' : 'cancel';
            const from: readonly unknown[] = reportStates.actions[action].from;
            expect(answer).toMatchObject(
              from.includes(before)
                ? { status: 200 }
                : { status: 409, body: { currentStatus: before } },
            );
          }
          const report = await getReport(service(), id);
          hold(report, await sql.$count(jobs, eq(jobs.ref, id)));
          if (completedAt !== null) expect(report['completedAt']).toBe(completedAt);
          completedAt = report['completedAt'];
        }
        const { status } = await getReport(service(), id);
        expect(['pending', 'complete', 'canceled']).toContain(status);
      }),
      { numRuns: 20 },
    );
  });
});
