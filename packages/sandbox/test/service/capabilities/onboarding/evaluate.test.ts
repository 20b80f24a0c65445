import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CheckEvidence,
  type DocumentEvidence,
  type Evidence,
  evaluate,
  onboardingStatus,
} from '../../../../src/service/capabilities/onboarding/evaluate.js';
import type { Requirement } from '../../../../src/service/db/schema/index.js';

const now = new Date('2026-06-01T12:00:00Z');
const timeZone = 'America/New_York';
const circumstances = { workState: 'CA', timeZone, now };
const license: Requirement = { kind: 'document', slug: 'rn-license', required: true };
const criminal: Requirement = { kind: 'check', slug: 'national-criminal', required: true };

function document(changes: Partial<DocumentEvidence> = {}): DocumentEvidence {
  const completedAt = changes.completedAt ?? new Date('2026-01-01T12:00:00Z');
  return {
    kind: 'document',
    slug: 'rn-license',
    sourceId: 'dv_1',
    state: 'CA',
    status: 'VERIFIED',
    formData: {},
    createdAt: completedAt,
    completedAt,
    ...changes,
  };
}

function check(
  status: CheckEvidence['status'],
  report: Partial<CheckEvidence['report']> = {},
  changes: Partial<CheckEvidence> = {},
): CheckEvidence {
  return {
    kind: 'check',
    slug: 'national-criminal',
    sourceId: 'rpt_1',
    status,
    report: { status: 'complete', adjudication: null, ...report },
    createdAt: new Date('2026-01-01T12:00:00Z'),
    completedAt: new Date('2026-01-02T12:00:00Z'),
    ...changes,
  };
}

function stateOf(requirement: Requirement, ...evidence: readonly Evidence[]): string | undefined {
  return evaluate([requirement], circumstances, evidence)[0]?.state;
}

it.each([
  ['VERIFIED', {}, 'satisfied'],
  ['RECORDED', {}, 'satisfied'],
  ['PENDING', {}, 'pending'],
  ['PROCESSING', {}, 'pending'],
  ['FAILED', {}, 'failed'],
  ['CANCELED', {}, 'missing'],
  ['VERIFIED', { slug: 'lpn-license' }, 'missing'],
  ['VERIFIED', { state: 'NY' }, 'missing'],
] as const)('a document that is %s, %o: %s', (status, more, state) => {
  expect(stateOf(license, document({ status, ...more }))).toBe(state);
});

it.each([
  ['clear', 'complete', null, 'satisfied'],
  ['clear', 'disputed', 'pre_adverse_action', 'satisfied'],
  ['clear', 'in_progress', null, 'pending'],
  ['pending', 'pending', null, 'pending'],
  ['in_progress', 'suspended', null, 'pending'],
  ['consider', 'in_progress', null, 'pending'],
  ['consider', 'complete', null, 'pending'],
  ['unable_to_verify', 'complete', null, 'pending'],
  ['consider', 'complete', 'engaged', 'satisfied'],
  ['unable_to_verify', 'complete', 'engaged', 'satisfied'],
  ['consider', 'complete', 'pre_adverse_action', 'failed'],
  ['consider', 'disputed', 'pre_adverse_action', 'failed'],
  ['consider', 'complete', 'post_adverse_action', 'failed'],
  ['canceled', 'complete', null, 'missing'],
  ['pending', 'canceled', null, 'missing'],
  ['clear', 'canceled', null, 'missing'],
] as const)(
  'a check that is %s, of a report that is %s, %s: %s',
  (status, of, adjudication, state) => {
    expect(stateOf(criminal, check(status, { status: of, adjudication }))).toBe(state);
  },
);

describe('an expiry', () => {
  const at = (time: string) => ({ completedAt: new Date(time) });
  const until = (expiresOn: unknown) => ({ formData: { expiresOn } });
  const may = at('2026-05-01T12:00Z');

  type Expiry = readonly [
    what: string,
    validForDays: number | undefined,
    changes: Partial<DocumentEvidence>,
    expiresAt: string | null,
  ];
  const expiries: Readonly<Record<string, readonly Expiry[]>> = {
    satisfied: [
      ['none', undefined, {}, null],
      ['the end of the last day, in summer', undefined, until('2026-06-30'), '2026-07-01T04:00Z'],
      ['the end of the last day, in winter', undefined, until('2026-12-31'), '2027-01-01T05:00Z'],
      ['today is the last day', undefined, until('2026-06-01'), '2026-06-02T04:00Z'],
      ['no date', undefined, until('2026-02-30'), null],
      ['not a text', undefined, until(20260630), null],
      ['days over the change to winter time', 180, at('2026-05-30T14:00Z'), '2026-11-26T15:00Z'],
      ['days that include a leap day', 730, at('2026-05-31T12:00Z'), '2028-05-30T12:00Z'],
      ['a moment before', 31, at('2026-05-01T12:00:00.001Z'), '2026-06-01T12:00:00.001Z'],
      [
        'the date, when it is earlier',
        365,
        { ...may, ...until('2026-06-30') },
        '2026-07-01T04:00Z',
      ],
      [
        'the days, when they are earlier',
        40,
        { ...may, ...until('2027-06-30') },
        '2026-06-10T12:00Z',
      ],
    ],
    expired: [
      ['yesterday was the last day', undefined, until('2026-05-31'), '2026-06-01T04:00Z'],
      ['days over the change to summer time', 60, at('2026-03-01T15:00Z'), '2026-04-30T14:00Z'],
      ['exactly now', 31, may, '2026-06-01T12:00Z'],
      ['a local time that does not exist', 1, at('2026-03-07T07:30Z'), '2026-03-08T07:30Z'],
    ],
  };
  describe.each(Object.entries(expiries))('%s', (state, rows) => {
    it.each(rows)('%s', (_what, validForDays, changes, expiresAt) => {
      const requirement = validForDays === undefined ? license : { ...license, validForDays };
      expect(evaluate([requirement], circumstances, [document(changes)])).toMatchObject([
        { state, expiresAt: expiresAt === null ? null : new Date(expiresAt) },
      ]);
    });
  });

  it('of a check runs from the completion of its report', () => {
    const requirement = { ...criminal, validForDays: 365 };
    const [item] = evaluate([requirement], circumstances, [check('clear')]);
    expect(item?.expiresAt?.toISOString()).toBe('2027-01-02T12:00:00.000Z');
  });

  it('ends a day by the time zone of the tenant', () => {
    const formData = { expiresOn: '2026-05-31' };
    const [item] = evaluate([license], { ...circumstances, timeZone: 'Pacific/Honolulu' }, [
      document({ formData }),
    ]);
    expect(item?.expiresAt?.toISOString()).toBe('2026-06-01T10:00:00.000Z');
  });
});

describe('of several, the best counts', () => {
  const on = (sourceId: string, day: string, changes: Partial<DocumentEvidence> = {}) =>
    document({ sourceId, completedAt: new Date(`${day}T12:00:00Z`), ...changes });
  const past = { formData: { expiresOn: '2026-03-31' } };
  const verified = on('verified', '2026-02-01');
  const pending = on('pending', '2026-02-02', { status: 'PROCESSING' });
  const failed = on('failed', '2026-02-03', { status: 'FAILED' });
  const expired = on('expired', '2026-02-01', past);

  it.each([
    ['a success, though a later attempt has failed', [verified, failed], 'satisfied', 'verified'],
    ['a success, though another attempt is pending', [verified, pending], 'satisfied', 'verified'],
    ['one that is pending before a failure', [pending, failed], 'pending', 'pending'],
    ['one that is pending before one that has expired', [expired, pending], 'pending', 'pending'],
    ['a failure after one that has expired', [expired, failed], 'failed', 'failed'],
    [
      'one that has expired, after a failure',
      [on('early', '2026-01-01', { status: 'FAILED' }), expired],
      'expired',
      'expired',
    ],
    [
      'the last failure',
      [on('second', '2026-02-04', { status: 'FAILED' }), failed],
      'failed',
      'second',
    ],
    [
      'the success that ends last',
      [
        on('never', '2026-01-01'),
        on('soon', '2026-05-01', { formData: { expiresOn: '2026-06-30' } }),
      ],
      'satisfied',
      'never',
    ],
  ] as const)('%s', (_what, evidence, state, sourceId) => {
    for (const order of [evidence, [...evidence].reverse()]) {
      expect(evaluate([license], circumstances, order)).toMatchObject([{ state, sourceId }]);
    }
  });
});

it('a requirement of other states is left out', () => {
  const here = { ...license, states: ['NY', 'CA'] };
  const elsewhere = { ...criminal, states: ['NY'] };
  expect(evaluate([elsewhere, here], circumstances, [])).toEqual([
    {
      kind: 'document',
      slug: 'rn-license',
      required: true,
      state: 'missing',
      sourceId: null,
      expiresAt: null,
    },
  ]);
});

describe('an onboarding', () => {
  const item = (
    state: 'missing' | 'pending' | 'satisfied' | 'failed' | 'expired',
    required = true,
  ) => ({
    required,
    state,
  });
  it.each([
    ['complete', []],
    ['complete', [item('satisfied')]],
    ['complete', [item('satisfied'), item('failed', false), item('missing', false)]],
    ['in_progress', [item('satisfied'), item('missing')]],
    ['in_progress', [item('expired')]],
    ['in_progress', [item('pending')]],
    ['blocked', [item('failed'), item('satisfied'), item('missing')]],
  ] as const)('is %s', (status, items) => {
    expect(onboardingStatus(items)).toBe(status);
  });
});

describe('properties', () => {
  const times = fc
    .integer({ min: 0, max: 150 })
    .map((day) => new Date(Date.parse('2026-01-01T00:00:00Z') + day * 86_400_000));
  const evidence: fc.Arbitrary<Evidence> = fc.oneof(
    fc
      .record({
        status: fc.constantFrom(
          'PENDING',
          'PROCESSING',
          'VERIFIED',
          'FAILED',
          'RECORDED',
          'CANCELED',
        ),
        completedAt: times,
        formData: fc.constantFrom({}, { expiresOn: '2026-03-31' }, { expiresOn: '2026-12-31' }),
        state: fc.constantFrom('CA', 'NY'),
      })
      .map((changes) => document(changes)),
    fc
      .record({
        status: fc.constantFrom('pending', 'clear', 'consider', 'unable_to_verify', 'canceled'),
        report: fc.record({
          status: fc.constantFrom('in_progress', 'complete', 'disputed', 'canceled'),
          adjudication: fc.constantFrom(null, 'engaged', 'pre_adverse_action'),
        }),
        completedAt: times,
      })
      .map(({ status, report, completedAt }) => check(status, report, { completedAt })),
  );
  const requirements = [
    { ...license, validForDays: 120 },
    { ...criminal, validForDays: 120 },
  ];
  const states = (all: readonly Evidence[]) =>
    evaluate(requirements, circumstances, all).map(({ state }) => state);
  const goodness = ['missing', 'failed', 'expired', 'pending', 'satisfied'];

  it('a success or a pending requirement never makes the state worse', () => {
    fc.assert(
      fc.property(fc.array(evidence), evidence, (all, more) => {
        fc.pre(states([more]).every((state) => state !== 'failed'));
        const [before, after] = [states(all), states([...all, more])];
        for (const [index, state] of after.entries()) {
          expect(goodness.indexOf(state)).toBeGreaterThanOrEqual(
            goodness.indexOf(before[index] ?? ''),
          );
        }
      }),
    );
  });

  // Of evidence that ended at the same time, the last in the list counts.
  const atDifferentTimes = fc.uniqueArray(evidence, {
    selector: ({ completedAt }) => completedAt?.getTime(),
  });

  it('the order of the evidence changes no state', () => {
    fc.assert(
      fc.property(atDifferentTimes, (all) => {
        expect(states([...all].reverse())).toEqual(states(all));
      }),
    );
  });
});
