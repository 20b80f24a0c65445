import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdverseActionPhase } from '../../../../src/service/capabilities/adverse-actions/states.js';
import { clock, jobs, reports } from '../../../../src/service/db/schema/index.js';
import {
  act,
  adjudicate,
  getAction,
  type OpenedAction,
  openAction,
  storedReport,
} from '../../../../test/support/adverse-actions.js';
import { considerReport } from '../../../../test/support/consider-report.js';
import { conflict } from '../../../../test/support/problems.js';
import { sharedService } from '../../../../test/support/service.js';

type Json = Readonly<Record<string, unknown>>;

const service = sharedService();
const get = (id: string) => getAction(service(), id);
const advance = (duration: string) => service().control('/clock', { advance: duration });
const ELIGIBLE = '2026-01-09T00:00:00.000Z';

const bodies = {
  dispute: { statement: 'Not me.' },
  'resolve-dispute': { outcome: 'accurate' },
  'final-notice': undefined,
  cancel: undefined,
} as const;

/** How each phase is reached from the pre-notice. */
const ways: Readonly<Record<AdverseActionPhase, readonly (keyof typeof bodies)[]>> = {
  'pre-notice': [],
  'dispute-open': ['dispute'],
  'dispute-resolved': ['dispute', 'resolve-dispute'],
  completed: ['final-notice'],
  canceled: ['cancel'],
};

/** An adverse action whose waiting period is over, and that the service does not complete by itself. */
async function actionIn(phase: AdverseActionPhase): Promise<OpenedAction> {
  const opened = await openAction(service());
  await act(service(), opened.id, 'reschedule', { at: null });
  await advance('9d');
  for (const action of ways[phase]) {
    const { status, text } = await act(service(), opened.id, action, bodies[action]);
    expect(status, text).toBe(200);
  }
  return opened;
}

describe('an adjudication', () => {
  it.each(['pending', 'in_progress', 'suspended', 'canceled'] as const)(
    'of a report that is %s is refused',
    async (status) => {
      const report = await considerReport(service());
      await service().sql.update(reports).set({ status }).where(eq(reports.id, report.id));
      for (const body of [{ decision: 'engage' }, { recordIds: report.recordIds }]) {
        expect(await adjudicate(service(), report, body)).toMatchObject(conflict(status));
      }
    },
  );
});

describe('when two meet', () => {
  it('one final notice is sent, and the other call is refused', async () => {
    const { id } = await actionIn('pre-notice');
    const answers = await Promise.all([1, 2, 3].map(() => act(service(), id, 'final-notice')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await get(id))['history']).toHaveLength(3);
  });

  it('one adverse action begins, and the other call is refused', async () => {
    const report = await considerReport(service());
    const { recordIds } = report;
    const answers = await Promise.all(
      [1, 2, 3].map(() => adjudicate(service(), report, { recordIds })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await service().list('/v1/adverse-actions')).toHaveLength(1);
  });

  it('a dispute at the instant of the final notice prevents it', async () => {
    const { id } = await openAction(service());
    // The clock shows the time, and the service has not run what is due.
    await service()
      .sql.update(clock)
      .set({ at: new Date(ELIGIBLE) });
    const { body } = await act(service(), id, 'dispute', bodies.dispute);
    expect(body).toMatchObject({ stage: 'dispute', dispute: { openedAt: ELIGIBLE } });
    await service().control('/clock', { settle: true });
    expect(await get(id)).toEqual(body);
    const { body: resolved } = await act(service(), id, 'resolve-dispute', { outcome: 'accurate' });
    expect(resolved).toMatchObject({ finalNoticeEligibleAt: ELIGIBLE });
    await service().control('/clock', { settle: true });
    expect(await get(id)).toMatchObject({ status: 'completed', finalNoticeSentAt: ELIGIBLE });
  });

  it('a dispute and the final notice are never both the first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await openAction(service())).id);
    const [, ...answers] = await Promise.all([
      service().control('/clock', { to: ELIGIBLE }),
      ...ids.map((id) => act(service(), id, 'dispute', bodies.dispute)),
    ]);
    for (const [index, id] of ids.entries()) {
      const disputed = answers[index]?.status === 200;
      expect(await get(id)).toMatchObject(
        disputed
          ? { stage: 'dispute', finalNoticeSentAt: null }
          : { stage: 'final-notice', dispute: null, finalNoticeSentAt: ELIGIBLE },
      );
    }
  });
});

describe('work that is left over does nothing', () => {
  const timed = ['final_notice', 'dispute_deadline'] as const;
  const kinds = [...timed, 'magic_dispute'] as const;

  it.each(['dispute-open', 'completed', 'canceled'] as const)(
    'to one that is %s',
    async (phase) => {
      const { id, report } = await actionIn(phase);
      const before = [await get(id), await storedReport(service(), report)];
      const dueAt = new Date('2026-01-02T00:00:00Z');
      await service()
        .sql.insert(jobs)
        .values([
          ...kinds.map((kind) => ({ kind, ref: id, dueAt })),
          { kind: 'final_notice', ref: 'adv_x', dueAt },
        ]);
      expect((await service().control('/clock', { settle: true })).body['ran']).toBe(4);
      expect([await get(id), await storedReport(service(), report)]).toEqual(before);
      const left = await service().sql.select().from(jobs).where(eq(jobs.dueAt, dueAt));
      expect(left).toEqual([]);
    },
  );

  const leftOver = async (id: string) => {
    const dueAt = new Date('2026-01-01T00:00:00Z');
    await service()
      .sql.insert(jobs)
      .values(timed.map((kind) => ({ kind, ref: id, dueAt })));
    const before = await get(id);
    await service().control('/clock', { settle: true });
    expect(await get(id)).toEqual(before);
    const left = await service().sql.select().from(jobs).where(eq(jobs.ref, id));
    return left.map((job) => job.dueAt.toISOString());
  };

  it('nor before its time', async () => {
    const { id } = await openAction(service());
    expect(await leftOver(id)).toEqual([ELIGIBLE]);
  });

  it('nor before the time that a caller has set, or without one', async () => {
    const { id } = await openAction(service());
    const at = '2026-02-01T00:00:00.000Z';
    await act(service(), id, 'reschedule', { at });
    await advance('9d');
    expect(await leftOver(id)).toEqual([at]);
    await act(service(), id, 'reschedule', { at: null });
    expect(await leftOver(id)).toEqual([]);
  });

  it.each(['completed', 'canceled'] as const)(
    'and none is left by one that is %s',
    async (phase) => {
      const { id } = await actionIn(phase);
      expect(await service().sql.select().from(jobs).where(eq(jobs.ref, id))).toEqual([]);
    },
  );
});

/** What a caller may do. `which` chooses one of the adverse actions that are there. */
type Step =
  | { readonly do: 'adjudicate'; readonly body: 'engage' | 'records' | 'record' | 'check' }
  | { readonly do: 'act'; readonly which: number; readonly action: string; readonly body?: Json }
  | { readonly do: 'advance'; readonly hours: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('adjudicate' as const),
    body: fc.constantFrom(
      'records' as const,
      'record' as const,
      'check' as const,
      'engage' as const,
    ),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      which: fc.nat(2),
      action: fc.constantFrom('dispute', 'dispute', 'final-notice', 'cancel'),
      body: fc.constant({ statement: 'Not me.' }),
    }),
  },
  fc.record({
    do: fc.constant('act' as const),
    which: fc.nat(2),
    action: fc.constant('resolve-dispute'),
    body: fc.record({ outcome: fc.constantFrom('accurate', 'amended', 'withdrawn') }),
  }),
  fc.record({
    do: fc.constant('act' as const),
    which: fc.nat(2),
    action: fc.constant('reschedule'),
    body: fc.record({ at: fc.constantFrom(null, '2026-01-12T00:00:00Z', '2026-02-01T00:00:00Z') }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      hours: fc.constantFrom(1, 24, 72, 192, 720),
    }),
  },
);

/** Every stage and status is reached, whatever else is tried. */
const examples: [string, Step[]][] = [
  ['Ortiz', [{ do: 'advance', hours: 192 }]],
  [
    'Ortiz',
    [
      { do: 'act', which: 0, action: 'cancel' },
      { do: 'adjudicate', body: 'records' },
      { do: 'act', which: 0, action: 'dispute', body: { statement: 'Not me.' } },
      { do: 'act', which: 0, action: 'cancel' },
    ],
  ],
];

const stages = ['pre-notice', 'dispute', 'final-notice'];
const DAY = 86_400_000;

describe('whatever is done', () => {
  it('the rules hold', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('Ortiz', 'Disputed'),
        fc.array(step, { minLength: 4, maxLength: 12 }),
        async (lastName, steps) => {
          await service().control('/reset', {});
          const report = await considerReport(service(), lastName);
          let before: readonly Json[] = [];
          for (const taken of [{ do: 'adjudicate', body: 'records' } as const, ...steps]) {
            await take(taken, report, before);
            before = await checkRules(report.id, before);
            for (const one of before) seen.add(`${one['stage']} ${one['status']}`);
          }
        },
      ),
      { numRuns: 4, examples },
    );
    expect([...seen].sort()).toEqual([
      'dispute canceled',
      'dispute open',
      'final-notice completed',
      'pre-notice canceled',
      'pre-notice open',
    ]);
  });
});

async function take(
  step: Step,
  report: Awaited<ReturnType<typeof considerReport>>,
  actions: readonly Json[],
): Promise<void> {
  if (step.do === 'advance') {
    await advance(`${step.hours}h`);
    return;
  }
  const decisions: Readonly<Record<string, Json>> = {
    engage: { decision: 'engage' },
    records: { recordIds: report.recordIds },
    record: { recordIds: [report.recordIds[0]] },
    check: { checkIds: [report.checkId] },
  };
  const id = String(actions.at(step.do === 'act' ? -1 - (step.which % actions.length) : 0)?.['id']);
  const isEmpty = step.do === 'act' && ['final-notice', 'cancel'].includes(step.action);
  const answer =
    step.do === 'adjudicate'
      ? await adjudicate(service(), report, decisions[step.body] ?? {})
      : await act(service(), id, step.action, isEmpty ? undefined : step.body);
  expect([200, 409, 422], answer.text).toContain(answer.status);
}

/** Returns the adverse actions of the report, oldest first. */
async function checkRules(reportId: string, before: readonly Json[]): Promise<readonly Json[]> {
  const actions = await service().list(`/v1/adverse-actions?reportId=${reportId}`);
  const { status, adjudication, checks } = await storedReport(service(), { id: reportId });
  const open = actions.filter((action) => action['status'] === 'open');
  expect(open.length).toBeLessThanOrEqual(1);
  expect(adjudication === 'pre_adverse_action').toBe(open.length === 1);
  expect(adjudication === 'post_adverse_action').toBe(
    actions.some((action) => action['status'] === 'completed'),
  );
  const isDisputed = open.some(({ dispute }) => dispute && Object(dispute).resolvedAt === null);
  expect(status).toBe(isDisputed ? 'disputed' : 'complete');
  const marked = checks.some(({ records }) => records.some(({ disputed }) => disputed));
  expect(marked && !isDisputed).toBe(false);
  for (const [index, action] of actions.entries()) checkOne(action, before[index]);
  return actions;
}

function checkOne(action: Json, before: Json | undefined): void {
  const { stage, finalNoticeSentAt: sent, finalNoticeEligibleAt: eligible, dispute } = action;
  const history: readonly Json[] = Array.isArray(action['history']) ? action['history'] : [];
  const times = history.map(({ at }) => String(at));
  expect(times).toEqual([...times].sort());
  expect((stage === 'final-notice') === (action['status'] === 'completed')).toBe(true);
  expect(sent !== null).toBe(stage === 'final-notice');
  if (sent !== null) {
    expect(Date.parse(String(sent))).toBeGreaterThanOrEqual(Date.parse(String(eligible)));
    const waited = Date.parse(String(sent)) - Date.parse(String(action['preNoticeSentAt']));
    expect(waited).toBeGreaterThanOrEqual(7 * DAY);
    if (dispute) expect(Object(dispute).resolvedAt).not.toBeNull();
  }
  if (!before) return;
  expect(stages.indexOf(String(stage))).toBeGreaterThanOrEqual(
    stages.indexOf(String(before['stage'])),
  );
  const earlier: readonly unknown[] = Array.isArray(before['history']) ? before['history'] : [];
  expect(history.slice(0, earlier.length)).toEqual(earlier);
  if (before['status'] !== 'open') expect(action).toEqual(before);
}
