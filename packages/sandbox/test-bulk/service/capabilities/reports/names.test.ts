import { describe, expect, it } from 'vitest';
import { outcomeOfName } from '../../../../src/service/capabilities/reports/outcomes.js';
import { conflict } from '../../../../test/support/problems.js';
import {
  addPackage,
  checksOf,
  getReport,
  orderReport,
  packageOf,
} from '../../../../test/support/reports.js';
import { sharedService } from '../../../../test/support/service.js';

// The last names of the service tables 1.10. `essential` has checks of 1 min, 1 h and 30 min.

const service = sharedService();
const advance = (by: string) => service().control('/clock', { advance: by });
const at = (time: string) => `2026-01-01T${time}.000Z`;

it.each([
  ['Clear', 'clear'],
  ['Ortiz', 'clear'],
  ['consider', 'consider'],
  ['CONSIDER', 'consider'],
  [' Slow ', 'slow'],
  ['Considerable', 'clear'],
  ['Van Consider', 'clear'],
  ['Slow-Jones', 'clear'],
])('%s is %s', (name, outcome) => {
  expect(outcomeOfName(name)).toBe(outcome);
});

it.each(['Clear', 'Nobody'])('%s: all checks are clear', async (lastName) => {
  const { id } = await orderReport(service(), { lastName });
  await advance('1h');
  expect(await getReport(service(), id)).toMatchObject({
    status: 'complete',
    result: 'clear',
    completedAt: at('01:00:00'),
    checks: Array(3).fill({ status: 'clear', records: [] }),
  });
});

describe.each(['Consider', 'Disputed', 'cOnSiDeR'])('%s', (lastName) => {
  it('has records of the first criminal check', async () => {
    const packageId = await packageOf(service().sql, 'clinician');
    const order = { lastName, packageId, workState: 'TX' };
    const { id } = await orderReport(service(), order);
    await advance('2d');
    const report = await getReport(service(), id);
    expect(report).toMatchObject({
      status: 'complete',
      result: 'consider',
      includesCanceled: false,
      completedAt: '2026-01-03T00:00:00.000Z',
    });
    const ends = checksOf(report).map(({ checkTypeSlug, status }) => [checkTypeSlug, status]);
    expect(ends).toEqual([
      ['ssn-trace', 'clear'],
      ['national-criminal', 'consider'],
      ['county-criminal', 'clear'],
      ['sex-offender-registry', 'clear'],
      ['exclusion-list', 'clear'],
      ['license-verification', 'clear'],
    ]);
    const record = {
      id: expect.stringMatching(/^rec_[a-z2-7]{24}$/),
      summary: expect.stringContaining('Synthetic'),
      jurisdiction: 'TX',
      disputed: false,
    };
    const { records } = checksOf(report)[1] ?? {};
    expect(records).toEqual([
      { ...record, severity: 'medium' },
      { ...record, severity: 'low' },
    ]);
    const ids = Object(records).map((one: { id: string }) => one.id);
    expect(new Set(ids).size).toBe(2);
  });

  it('has a record of the first check where none is criminal', async () => {
    const packageId = await addPackage(service().sql, 'other', ['certification', 'ssn-trace']);
    const { id } = await orderReport(service(), { lastName, packageId });
    await advance('1h');
    const report = await getReport(service(), id);
    expect(report).toMatchObject({
      result: 'consider',
      checks: [
        { checkTypeSlug: 'ssn-trace', status: 'consider', records: [{ jurisdiction: 'CA' }] },
        { checkTypeSlug: 'certification', status: 'clear', records: [] },
      ],
    });
  });
});

describe('Unverifiable', () => {
  it('has no answer of whom the first such check asks, so the report is consider', async () => {
    const packageId = await packageOf(service().sql, 'executive');
    const { id } = await orderReport(service(), { lastName: 'Unverifiable', packageId });
    await advance('3d');
    const report = await getReport(service(), id);
    expect(report).toMatchObject({ status: 'complete', result: 'consider' });
    const failed = checksOf(report).filter(({ status }) => status !== 'clear');
    expect(failed).toMatchObject([
      {
        checkTypeSlug: 'employment-verification',
        status: 'unable_to_verify',
        result: 'unable_to_verify',
        records: [],
      },
    ]);
  });

  it('or the first check cannot be made, where none asks anybody', async () => {
    const { id } = await orderReport(service(), { lastName: 'Unverifiable' });
    await advance('1h');
    expect(await getReport(service(), id)).toMatchObject({
      result: 'consider',
      checks: [{ status: 'unable_to_verify' }, { status: 'clear' }, { status: 'clear' }],
    });
  });
});

describe('Suspended', () => {
  const information = (id: string, fields: object = { phone: '+1 415 555 0100' }) =>
    service().call('POST', `/v1/reports/${id}/information`, fields);

  async function suspended(more: object = {}): Promise<string> {
    const { id } = await orderReport(service(), { lastName: 'Suspended', ...more });
    await advance('1m');
    expect(await getReport(service(), id)).toMatchObject({
      status: 'suspended',
      result: null,
      updatedAt: at('00:01:00'),
    });
    return id;
  }

  it('waits after its first check, and names what is to be confirmed', async () => {
    const id = await suspended();
    await advance('1d');
    expect(await getReport(service(), id)).toMatchObject({
      status: 'suspended',
      estimatedCompletionAt: null,
      missingInformation: ['dateOfBirth'],
      checks: [
        { status: 'clear', missingInformation: [], completedAt: at('00:01:00') },
        { status: 'in_progress', missingInformation: ['dateOfBirth'] },
        { status: 'in_progress', missingInformation: ['dateOfBirth'] },
      ],
    });
  });

  it('continues from where it stopped, and ends clear', async () => {
    const id = await suspended();
    await advance('1d');
    const { status, body } = await information(id);
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'in_progress',
        missingInformation: [],
        estimatedCompletionAt: '2026-01-02T01:00:00.000Z',
      },
    ]);
    expect(await information(id)).toMatchObject(conflict('in_progress'));
    await advance('60d');
    expect(await getReport(service(), id)).toMatchObject({
      status: 'complete',
      result: 'clear',
      includesCanceled: false,
      completedAt: '2026-01-02T01:00:00.000Z',
      checks: [
        { completedAt: at('00:01:00') },
        { status: 'clear', completedAt: '2026-01-02T01:00:00.000Z' },
        { status: 'clear', completedAt: '2026-01-02T00:30:00.000Z' },
      ],
    });
  });

  it('cancels its open checks after 30 days', async () => {
    const id = await suspended();
    await advance('30d');
    expect(await getReport(service(), id)).toMatchObject({
      status: 'complete',
      result: 'clear',
      includesCanceled: true,
      estimatedCompletionAt: '2026-01-31T00:01:00.000Z',
      completedAt: '2026-01-31T00:01:00.000Z',
      checks: [
        { status: 'clear' },
        { status: 'canceled', completedAt: '2026-01-31T00:01:00.000Z' },
        { status: 'canceled' },
      ],
    });
  });

  it('is not ended by the 30 days of a suspension that is over', async () => {
    const packageId = await addPackage(service().sql, 'slow', ['ssn-trace', 'county-criminal']);
    const id = await suspended({ packageId });
    await advance('29d');
    await information(id);
    await advance('1d');
    expect(await getReport(service(), id)).toMatchObject({ status: 'in_progress' });
    await advance('1d');
    expect(await getReport(service(), id)).toMatchObject({
      result: 'clear',
      includesCanceled: false,
    });
  });

  it('with one check waits too, and then ends at once', async () => {
    const packageId = await addPackage(service().sql, 'one', ['ssn-trace']);
    const id = await suspended({ packageId });
    expect(await getReport(service(), id)).toMatchObject({
      missingInformation: ['dateOfBirth', 'ssnLast4'],
      checks: [{ status: 'in_progress' }],
    });
    await information(id);
    await advance('0s');
    expect(await getReport(service(), id)).toMatchObject({ status: 'complete', result: 'clear' });
  });

  it('with one check, without supplied information, is canceled', async () => {
    const packageId = await addPackage(service().sql, 'one', ['ssn-trace']);
    const id = await suspended({ packageId });
    await advance('30d');
    expect(await getReport(service(), id)).toMatchObject({
      status: 'canceled',
      result: null,
      includesCanceled: true,
      completedAt: null,
    });
  });

  it('names something to confirm also where its checks require nothing', async () => {
    const packageId = await addPackage(service().sql, 'asks', ['education-verification']);
    const { id } = await orderReport(service(), { lastName: 'Suspended', packageId });
    await advance('3d');
    expect(await getReport(service(), id)).toMatchObject({
      status: 'suspended',
      missingInformation: ['dateOfBirth'],
    });
  });
});

it('Canceled: the checks and the report are canceled when the first result is due', async () => {
  const { id } = await orderReport(service(), { lastName: 'Canceled' });
  await advance('59s');
  expect(await getReport(service(), id)).toMatchObject({ status: 'in_progress' });
  await advance('1s');
  const report = await getReport(service(), id);
  expect(report).toMatchObject({
    status: 'canceled',
    result: null,
    includesCanceled: true,
    completedAt: null,
    estimatedCompletionAt: null,
    updatedAt: at('00:01:00'),
    checks: Array(3).fill({ status: 'canceled', result: null, completedAt: at('00:01:00') }),
  });
  await advance('30d');
  expect(await getReport(service(), id)).toEqual(report);
});

it('Slow: every check takes ten times as long', async () => {
  const report = await orderReport(service(), { lastName: 'Slow' });
  expect(report['estimatedCompletionAt']).toBe(at('10:00:00'));
  await advance('10h');
  expect(await getReport(service(), report.id)).toMatchObject({
    status: 'complete',
    result: 'clear',
    completedAt: at('10:00:00'),
    checks: [
      { completedAt: at('00:10:00') },
      { completedAt: at('10:00:00') },
      { completedAt: at('05:00:00') },
    ],
  });
});

describe('the last name counts', () => {
  const rename = (candidateId: unknown, lastName: string) =>
    service().call('PATCH', `/v1/candidates/${candidateId}`, { lastName });

  it('as it is when the checks start, and not later', async () => {
    const { id, candidateId } = await orderReport(service(), { lastName: 'Consider' });
    await rename(candidateId, 'Canceled');
    await advance('1h');
    expect(await getReport(service(), id)).toMatchObject({ result: 'consider' });
  });

  it('of a report that waits, as it is when it starts', async () => {
    const candidate = { dateOfBirth: undefined };
    const { id, candidateId } = await orderReport(service(), { candidate });
    await rename(candidateId, 'Consider');
    const fields = { dateOfBirth: '1990-02-28' };
    await service().call('POST', `/v1/reports/${id}/information`, fields);
    await advance('1h');
    expect(await getReport(service(), id)).toMatchObject({ result: 'consider' });
  });
});
