import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { clock, jobs, reports } from '../../../src/service/db/schema/index.js';
import {
  act,
  adjudicate,
  getAction,
  openAction,
  storedReport,
} from '../../support/adverse-actions.js';
import { considerReport } from '../../support/consider-report.js';
import { conflict, invalid, problem } from '../../support/problems.js';
import { sharedService } from '../../support/service.js';

// The row "Adverse actions" of spec section 1: list, track and update the lifecycle pre-notice, dispute, final-notice. Then the
// decisions of the row "Reports and adjudication".

const service = sharedService();
// In New York, the time zone of the account, it is December 31, 7 p.m. Five business days end on January 8, because New Year's
// Day does not count.
const NOW = '2026-01-01T00:00:00.000Z';
const ELIGIBLE = '2026-01-09T00:00:00.000Z';
const get = (id: string) => getAction(service(), id);
const advance = (duration: string) => service().control('/clock', { advance: duration });
const moveTo = (to: string) => service().control('/clock', { to });

describe('an adverse action', () => {
  it('begins with the pre-notice, and has every field', async () => {
    const { id, report } = await openAction(service());
    expect(await get(id)).toEqual({
      id: expect.stringMatching(/^adv_[a-z2-7]{24}$/),
      reportId: report.id,
      candidateId: report.candidateId,
      stage: 'pre-notice',
      status: 'open',
      phase: 'pre-notice',
      recordIds: report.recordIds,
      checkIds: [report.checkId],
      waitingPeriodDays: 7,
      preNoticeSentAt: NOW,
      finalNoticeEligibleAt: ELIGIBLE,
      finalNoticeScheduledAt: ELIGIBLE,
      finalNoticeSentAt: null,
      dispute: null,
      disputeUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/dispute\/adv_[^/]+$/),
      canceledAt: null,
      history: [{ at: NOW, action: 'pre-notice', by: 'caller' }],
      createdAt: NOW,
      updatedAt: NOW,
    });
    expect(await storedReport(service(), report)).toMatchObject({
      status: 'complete',
      adjudication: 'pre_adverse_action',
      adverseActionId: id,
    });
  });

  it('ends with the final notice, by itself when the waiting period is over', async () => {
    const { id, report } = await openAction(service());
    await moveTo('2026-01-08T23:59:59.999Z');
    expect(await get(id)).toMatchObject({ stage: 'pre-notice', status: 'open' });
    await advance('1s');
    expect(await get(id)).toMatchObject({
      stage: 'final-notice',
      status: 'completed',
      finalNoticeScheduledAt: null,
      finalNoticeSentAt: ELIGIBLE,
      history: [
        { action: 'pre-notice', by: 'caller' },
        { at: ELIGIBLE, action: 'final-notice', by: 'service' },
      ],
    });
    expect(await storedReport(service(), report)).toMatchObject({
      status: 'complete',
      adjudication: 'post_adverse_action',
    });
  });

  it('a list is filtered by report, candidate, stage and status', async () => {
    const first = await openAction(service());
    const second = await openAction(service());
    await act(service(), second.id, 'dispute', { statement: 'Not me.' });
    await act(service(), first.id, 'cancel');
    const shown = { first: await get(first.id), second: await get(second.id) };
    for (const [filter, ...found] of [
      ['', shown.first, shown.second],
      [`reportId=${second.report.id}`, shown.second],
      [`candidateId=${second.report.candidateId}`, shown.second],
      ['stage=dispute', shown.second],
      ['stage=dispute&status=open', shown.second],
      ['status=canceled', shown.first],
      ['stage=final-notice'],
    ] as const) {
      expect(await service().list(`/v1/adverse-actions?${filter}`), filter).toEqual(found);
    }
  });
});

describe('a dispute', () => {
  it('stops the waiting period, and marks what is disputed', async () => {
    const { id, report } = await openAction(service());
    const [theft] = report.recordIds;
    await advance('3d');
    const at = '2026-01-04T00:00:00.000Z';
    const statement = ' The theft\nis not mine. ';
    const { status, body } = await act(service(), id, 'dispute', { statement, recordIds: [theft] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      stage: 'dispute',
      status: 'open',
      finalNoticeEligibleAt: null,
      finalNoticeScheduledAt: null,
      dispute: {
        openedAt: at,
        openedBy: 'caller',
        statement: 'The theft\nis not mine.',
        recordIds: [theft],
        checkIds: [],
        dueAt: '2026-02-03T00:00:00.000Z',
        resolvedAt: null,
        outcome: null,
      },
      updatedAt: at,
    });
    expect(await get(id)).toEqual(body);
    const { status: reportStatus, checks } = await storedReport(service(), report);
    expect(reportStatus).toBe('disputed');
    expect(checks.flatMap(({ records }) => records)).toMatchObject([
      { id: theft, disputed: true },
      { disputed: false },
    ]);
    await advance('20d');
    expect(await get(id)).toEqual(body);
  });

  it.each(['accurate', 'withdrawn'])('%s: the rest of the waiting period runs', async (outcome) => {
    const { id, report } = await openAction(service());
    await advance('3d');
    await act(service(), id, 'dispute', { statement: 'Not me.' });
    await advance('10d');
    const resolvedAt = '2026-01-14T00:00:00.000Z';
    const { status, body } = await act(service(), id, 'resolve-dispute', { outcome });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      stage: 'dispute',
      status: 'open',
      recordIds: report.recordIds,
      finalNoticeEligibleAt: '2026-01-19T00:00:00.000Z',
      finalNoticeScheduledAt: '2026-01-19T00:00:00.000Z',
      // The dispute was about everything.
      dispute: { recordIds: report.recordIds, checkIds: [report.checkId], resolvedAt, outcome },
    });
    const stored = await storedReport(service(), report);
    expect(stored).toMatchObject({ status: 'complete', result: 'consider' });
    expect(stored.checks.flatMap(({ records }) => records)).toMatchObject([
      { disputed: false },
      { disputed: false },
    ]);
    await advance('5d');
    expect(await get(id)).toMatchObject({ stage: 'final-notice', status: 'completed' });
  });

  it('amended: the disputed findings are deleted, and the waiting period restarts', async () => {
    const { id, report } = await openAction(service());
    const [theft, trespass] = report.recordIds;
    await act(service(), id, 'dispute', { statement: 'Not me.', recordIds: [theft] });
    await advance('6d');
    const { body } = await act(service(), id, 'resolve-dispute', { outcome: 'amended' });
    // Tuesday, January 6, 7 p.m. in New York.
    expect(body).toMatchObject({
      stage: 'dispute',
      status: 'open',
      recordIds: [trespass],
      checkIds: [report.checkId],
      finalNoticeEligibleAt: '2026-01-14T00:00:00.000Z',
      finalNoticeScheduledAt: '2026-01-14T00:00:00.000Z',
      dispute: { recordIds: [theft], outcome: 'amended' },
    });
    const stored = await storedReport(service(), report);
    expect(stored).toMatchObject({ status: 'complete', result: 'consider' });
    expect(stored.checks).toMatchObject([
      { status: 'clear' },
      { status: 'consider', records: [{ id: trespass, disputed: false }] },
      { status: 'unable_to_verify' },
    ]);
  });

  it('amended: with a clear report, the adverse action is canceled, and no event tells it', async () => {
    const { id, report } = await openAction(service());
    await act(service(), id, 'dispute', { statement: 'Not me.' });
    const { body } = await act(service(), id, 'resolve-dispute', { outcome: 'amended' });
    expect(body).toMatchObject({
      stage: 'dispute',
      status: 'canceled',
      recordIds: [],
      checkIds: [],
      canceledAt: NOW,
      history: [
        { action: 'pre-notice' },
        { action: 'dispute' },
        { action: 'resolve-dispute', by: 'caller' },
        { action: 'cancel', by: 'service' },
      ],
    });
    const stored = await storedReport(service(), report);
    expect(stored).toMatchObject({ status: 'complete', result: 'clear', adjudication: null });
    expect(stored.checks.map(({ status }) => status)).toEqual(['clear', 'clear', 'clear']);
    expect(await service().list('/v1/events')).toEqual([]);
  });

  it('amended: nothing is decided without anything left to decide on', async () => {
    const { report, ...opened } = await openAction(service(), { checkIds: [] });
    const [theft] = report.recordIds;
    expect(await act(service(), opened.id, 'cancel')).toMatchObject({ status: 200 });
    const { body: again } = await adjudicate(service(), report, { recordIds: [theft] });
    const id = String(again['adverseActionId']);
    await act(service(), id, 'dispute', { statement: 'Not me.' });
    const { body } = await act(service(), id, 'resolve-dispute', { outcome: 'amended' });
    expect(body['status']).toBe('canceled');
    expect(await storedReport(service(), report)).toMatchObject({
      result: 'consider',
      adjudication: null,
    });
  });

  it('is amended after 30 days without an outcome', async () => {
    const { id, report } = await openAction(service());
    const [theft] = report.recordIds;
    await act(service(), id, 'dispute', { statement: 'Not me.', recordIds: [theft] });
    await moveTo('2026-01-30T23:59:59.999Z');
    expect(await get(id)).toMatchObject({ dispute: { resolvedAt: null } });
    await moveTo('2026-01-31T00:00:00.000Z');
    const resolvedAt = '2026-01-31T00:00:00.000Z';
    expect(await get(id)).toMatchObject({
      dispute: { dueAt: resolvedAt, resolvedAt, outcome: 'amended' },
      recordIds: [report.recordIds[1]],
      history: [{}, {}, { at: resolvedAt, action: 'resolve-dispute', by: 'service' }],
    });
  });

  it('opens by itself two days after the notice to a candidate named Disputed', async () => {
    const { id } = await openAction(service(), {}, 'Disputed');
    await moveTo('2026-01-02T23:59:59.999Z');
    expect(await get(id)).toMatchObject({ stage: 'pre-notice' });
    await moveTo('2026-01-03T00:00:00.000Z');
    expect(await get(id)).toMatchObject({
      stage: 'dispute',
      dispute: { openedAt: '2026-01-03T00:00:00.000Z', openedBy: 'candidate' },
      history: [{}, { action: 'dispute', by: 'candidate' }],
    });
    await advance('31d');
    expect(await get(id)).toMatchObject({ status: 'canceled', dispute: { outcome: 'amended' } });
  });

  it('does not open by itself when there is one, or nothing is left to dispute', async () => {
    const disputed = await openAction(service(), {}, 'Disputed');
    await act(service(), disputed.id, 'dispute', { statement: 'Not me.' });
    await act(service(), disputed.id, 'resolve-dispute', { outcome: 'accurate' });
    const canceled = await openAction(service(), {}, 'Disputed');
    await act(service(), canceled.id, 'cancel');
    const rescheduled = await openAction(service(), {}, 'Disputed');
    await act(service(), rescheduled.id, 'reschedule', { at: null });
    await advance('2d');
    expect((await get(disputed.id))['history']).toHaveLength(3);
    expect(await get(canceled.id)).toMatchObject({ stage: 'pre-notice', dispute: null });
    expect(await get(rescheduled.id)).toMatchObject({ stage: 'dispute' });
  });

  it('names what is wrong with it', async () => {
    const { id, report } = await openAction(service());
    for (const [param, code, wrong] of [
      ['recordIds.1', 'unknown', { recordIds: [report.recordIds[0], 'rec_x'] }],
      ['checkIds.0', 'unknown', { checkIds: ['chk_x'] }],
      ['recordIds', 'required', { recordIds: [], checkIds: [] }],
      ['statement', 'too_small', { statement: ' \n' }],
      ['statement', 'full_ssn', { statement: 'My number is 078-05-1120.' }],
    ] as const) {
      const answer = await act(service(), id, 'dispute', { statement: 'Not me.', ...wrong });
      expect(answer).toMatchObject(invalid({ param, code }));
      expect(answer.text).not.toContain('1120');
    }
  });
});

describe('the final notice', () => {
  it('is rescheduled', async () => {
    const { id } = await openAction(service());
    const early = await act(service(), id, 'reschedule', { at: '2026-01-08T23:59:59.999Z' });
    expect(early).toMatchObject(problem(409, 'waiting_period_active', { eligibleAt: ELIGIBLE }));
    const at = '2026-01-20T12:00:00.000Z';
    const { body } = await act(service(), id, 'reschedule', { at: '2026-01-20T07:00:00-05:00' });
    expect(body).toMatchObject({ finalNoticeScheduledAt: at, finalNoticeEligibleAt: ELIGIBLE });
    await moveTo('2026-01-20T11:59:59.999Z');
    expect(await get(id)).toMatchObject({ status: 'open' });
    const past = await act(service(), id, 'reschedule', { at: '2026-01-10T00:00:00Z' });
    expect(past).toMatchObject(invalid({ param: 'at', code: 'in_the_past' }));
    await moveTo(at);
    expect(await get(id)).toMatchObject({ status: 'completed', finalNoticeSentAt: at });
  });

  it('without a time, it waits for a caller; a dispute keeps it so', async () => {
    const { id } = await openAction(service());
    await act(service(), id, 'reschedule', { at: null });
    await advance('30d');
    expect(await get(id)).toMatchObject({ status: 'open', finalNoticeScheduledAt: null });
    await act(service(), id, 'dispute', { statement: 'Not me.' });
    const { body } = await act(service(), id, 'resolve-dispute', { outcome: 'accurate' });
    expect(body).toMatchObject({
      finalNoticeEligibleAt: '2026-01-31T00:00:00.000Z',
      finalNoticeScheduledAt: null,
    });
    expect(await act(service(), id, 'final-notice')).toMatchObject({
      status: 200,
      body: {
        finalNoticeSentAt: '2026-01-31T00:00:00.000Z',
        history: [{}, {}, {}, {}, { action: 'final-notice', by: 'caller' }],
      },
    });
  });

  it('at a time that was set stays there after a dispute, if it is late enough', async () => {
    const { id } = await openAction(service());
    const at = '2026-02-01T00:00:00.000Z';
    await act(service(), id, 'reschedule', { at });
    await act(service(), id, 'dispute', { statement: 'Not me.' });
    await advance('10d');
    const { body } = await act(service(), id, 'resolve-dispute', { outcome: 'accurate' });
    expect(body).toMatchObject({
      finalNoticeEligibleAt: '2026-01-19T00:00:00.000Z',
      finalNoticeScheduledAt: at,
    });
    await moveTo('2026-01-31T23:59:59.999Z');
    expect(await get(id)).toMatchObject({ status: 'open' });
    await moveTo(at);
    expect(await get(id)).toMatchObject({ finalNoticeSentAt: at });
  });
});

describe('a report is adjudicated', () => {
  it('with a decision to engage, and a note', async () => {
    const report = await considerReport(service());
    const { status, body } = await adjudicate(service(), report, {
      decision: 'engage',
      note: 'Long ago.',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: report.id, adjudication: 'engaged', adverseActionId: null });
    expect(await storedReport(service(), report)).toMatchObject({ adjudicationNote: 'Long ago.' });
  });

  it('to engage cancels the adverse action that is open', async () => {
    const { id, report } = await openAction(service());
    const { body } = await adjudicate(service(), report, { decision: 'engage' });
    expect(body).toMatchObject({ adjudication: 'engaged', adverseActionId: id });
    expect(await get(id)).toMatchObject({
      status: 'canceled',
      history: [{}, { action: 'cancel', by: 'caller' }],
    });
    await advance('30d');
    expect(await get(id)).toMatchObject({ status: 'canceled', finalNoticeSentAt: null });
  });

  it('again, after its adverse action was canceled', async () => {
    const { id, report } = await openAction(service());
    const { body } = await act(service(), id, 'cancel');
    expect(body).toMatchObject({ stage: 'pre-notice', status: 'canceled', canceledAt: NOW });
    expect(await storedReport(service(), report)).toMatchObject({ adjudication: null });
    const second = await adjudicate(service(), report, { checkIds: [report.checkId] });
    expect(second.status).toBe(200);
    expect(second.body['adverseActionId']).not.toBe(id);
    expect(await service().list(`/v1/adverse-actions?reportId=${report.id}`)).toHaveLength(2);
  });

  it('again, after it was canceled in a dispute', async () => {
    const { id, report } = await openAction(service());
    await act(service(), id, 'dispute', { statement: 'Not me.' });
    await act(service(), id, 'cancel');
    expect(await storedReport(service(), report)).toMatchObject({ status: 'complete' });
    expect(await get(id)).toMatchObject({
      stage: 'dispute',
      status: 'canceled',
      dispute: { resolvedAt: null, outcome: null },
    });
  });

  it('against a candidate only with the result consider', async () => {
    const { id, report } = await openAction(service());
    await act(service(), id, 'dispute', { statement: 'Not me.' });
    await act(service(), id, 'resolve-dispute', { outcome: 'amended' });
    const body = { recordIds: report.recordIds };
    expect(await adjudicate(service(), report, body)).toMatchObject(conflict('clear'));
    const engaged = await adjudicate(service(), report, { decision: 'engage' });
    expect(engaged.body).toMatchObject({ adjudication: 'engaged' });
  });

  it('against a candidate only for findings of its own', async () => {
    const report = await considerReport(service());
    const other = await considerReport(service());
    const refused = await adjudicate(service(), report, {
      recordIds: [report.recordIds[0], other.recordIds[0], report.checkId],
      checkIds: [report.clearCheckId, other.checkId, report.checkId],
    });
    const unknown = ['recordIds.1', 'recordIds.2', 'checkIds.0', 'checkIds.1'];
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: unknown.map((param) => ({ param, code: 'unknown' })) },
    });
  });

  it('only when it is complete', async () => {
    const report = await considerReport(service());
    for (const status of ['pending', 'in_progress', 'suspended', 'canceled'] as const) {
      await service().sql.update(reports).set({ status }).where(eq(reports.id, report.id));
      for (const body of [{ decision: 'engage' }, { recordIds: report.recordIds }]) {
        expect(await adjudicate(service(), report, body)).toMatchObject(conflict(status));
      }
    }
  });

  it('only with what belongs to the decision', async () => {
    const report = await considerReport(service());
    for (const [param, code, body] of [
      ['recordIds', 'required', {}],
      ['recordIds', 'required', { recordIds: [], checkIds: [] }],
      ['waitingPeriodDays', 'too_small', { recordIds: ['rec_x'], waitingPeriodDays: 6 }],
      ['waitingPeriodDays', 'too_big', { recordIds: ['rec_x'], waitingPeriodDays: 31 }],
      ['note', 'full_ssn', { recordIds: ['rec_x'], note: '078-05-1120' }],
      ['recordIds', 'not_for_decision', { decision: 'engage', recordIds: [] }],
      ['waitingPeriodDays', 'not_for_decision', { decision: 'engage', waitingPeriodDays: 7 }],
    ] as const) {
      const answer = await adjudicate(service(), report, body);
      expect(answer).toMatchObject(invalid({ param, code }));
    }
  });
});

it('a dispute at the instant of the final notice prevents it', async () => {
  const { id } = await openAction(service());
  // The clock shows the time, but the service has not run the due jobs.
  await service()
    .sql.update(clock)
    .set({ at: new Date(ELIGIBLE) });
  const { body } = await act(service(), id, 'dispute', { statement: 'Not me.' });
  expect(body).toMatchObject({ stage: 'dispute', dispute: { openedAt: ELIGIBLE } });
  await service().control('/clock', { settle: true });
  expect(await get(id)).toEqual(body);
});

describe('work that is left over does nothing', () => {
  const kinds = ['final_notice', 'dispute_deadline', 'magic_dispute'] as const;

  /** Runs jobs of an adverse action that should not exist. @returns the jobs that remain. */
  async function leftOver(id: string, some: readonly (typeof kinds)[number][]) {
    const dueAt = new Date(NOW);
    const { sql, control } = service();
    await sql.insert(jobs).values(some.map((kind) => ({ kind, ref: id, dueAt })));
    const before = await get(id);
    await control('/clock', { settle: true });
    expect(await get(id)).toEqual(before);
    const left = await sql.select().from(jobs).where(eq(jobs.ref, id));
    return left.map((job) => job.dueAt.toISOString());
  }

  it.each([
    [['dispute', { statement: 'Not me.' }], ['2026-01-31T00:00:00.000Z']],
    [['cancel'], []],
  ] as const)('after the call %j', async ([action, body], left) => {
    const { id } = await openAction(service());
    await act(service(), id, action, body);
    expect(await leftOver(id, kinds)).toEqual(left);
  });

  it('after the final notice', async () => {
    const { id } = await openAction(service());
    await moveTo(ELIGIBLE);
    expect(await leftOver(id, kinds)).toEqual([]);
  });

  it('before its time, before the time that a caller has set, or without one', async () => {
    const { id } = await openAction(service());
    const timed = kinds.slice(0, 2);
    expect(await leftOver(id, timed)).toEqual([ELIGIBLE]);
    const at = '2026-02-01T00:00:00.000Z';
    await act(service(), id, 'reschedule', { at });
    await advance('9d');
    expect(await leftOver(id, timed)).toEqual([at]);
    await act(service(), id, 'reschedule', { at: null });
    expect(await leftOver(id, timed)).toEqual([]);
  });
});
