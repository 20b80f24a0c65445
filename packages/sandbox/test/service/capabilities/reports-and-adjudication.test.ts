import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { jobs, packages, prices } from '../../../src/service/db/schema/index.js';
import { conflict } from '../../support/problems.js';
import { provision } from '../../support/provision.js';
import {
  addPackage,
  checksOf,
  createCandidate,
  getReport,
  known,
  orderReport,
  packageOf,
} from '../../support/reports.js';
import { sharedService } from '../../support/service.js';

// "Order checks. List and filter reports." of the row "Reports and adjudication" of spec section 1. Adjudication is in
// adverse-actions.test.ts.

const service = sharedService();
const start = '2026-01-01T00:00:00.000Z';
const advance = (by: string) => service().control('/clock', { advance: by });
const get = (id: string, query = '') => service().call('GET', `/v1/reports/${id}${query}`);
const information = (id: string, fields: object) =>
  service().call('POST', `/v1/reports/${id}/information`, fields);

describe('Order checks.', () => {
  it('a report has every field, and unset fields are null', async () => {
    const candidateId = await createCandidate(service());
    const packageId = await packageOf(service().sql, 'essential');
    const check = (checkTypeSlug: string) => ({
      id: expect.stringMatching(/^chk_[a-z2-7]{24}$/),
      checkTypeSlug,
      status: 'in_progress',
      result: null,
      records: [],
      missingInformation: [],
      startedAt: start,
      completedAt: null,
    });
    const metadata = { order: 7 };
    const report = await orderReport(service(), { candidateId, packageId, metadata });
    expect(report).toEqual({
      id: expect.stringMatching(/^rpt_[a-z2-7]{24}$/),
      candidateId,
      packageId,
      workState: 'CA',
      status: 'in_progress',
      result: null,
      includesCanceled: false,
      adjudication: null,
      adjudicationNote: null,
      adverseActionId: null,
      checks: ['ssn-trace', 'national-criminal', 'sex-offender-registry'].map(check),
      missingInformation: [],
      price: { amountCents: 1500, currency: 'USD', source: 'list' },
      estimatedCompletionAt: '2026-01-01T01:00:00.000Z',
      completedAt: null,
      turnaroundSeconds: null,
      invitationId: null,
      metadata,
      createdAt: start,
      updatedAt: start,
    });
    expect((await get(report.id)).body).toEqual(report);
  });

  it('each check ends after its time, and the report with the last one', async () => {
    const { id } = await orderReport(service());
    const seen: unknown[] = [];
    for (const by of ['59s', '1s', '29m', '29m', '1m']) {
      await advance(by);
      const report = await getReport(service(), id);
      seen.push([report['status'], ...checksOf(report).map(({ status }) => status)]);
    }
    const open = 'in_progress';
    expect(seen).toEqual([
      [open, open, open, open],
      [open, 'clear', open, open],
      [open, 'clear', open, 'clear'],
      [open, 'clear', open, 'clear'],
      ['complete', 'clear', 'clear', 'clear'],
    ]);
    expect(await getReport(service(), id)).toMatchObject({
      result: 'clear',
      includesCanceled: false,
      estimatedCompletionAt: '2026-01-01T01:00:00.000Z',
      completedAt: '2026-01-01T01:00:00.000Z',
      turnaroundSeconds: 3600,
      updatedAt: '2026-01-01T01:00:00.000Z',
      checks: [
        { result: 'clear', completedAt: '2026-01-01T00:01:00.000Z' },
        { result: 'clear', completedAt: '2026-01-01T01:00:00.000Z' },
        { result: 'clear', completedAt: '2026-01-01T00:30:00.000Z' },
      ],
    });
  });

  it('a change to daylight saving time makes no check longer or shorter', async () => {
    await service().control('/clock', { to: '2026-03-07T12:00:00Z' });
    const packageId = await addPackage(service().sql, 'county', ['county-criminal']);
    const { id } = await orderReport(service(), { packageId });
    await advance('7d');
    expect(await getReport(service(), id)).toMatchObject({
      completedAt: '2026-03-09T12:00:00.000Z',
      turnaroundSeconds: 172_800,
    });
  });

  it('a candidate who has not authorized checks is taken to have', async () => {
    const candidateId = await createCandidate(service());
    const path = `/v1/candidates/${candidateId}`;
    expect((await service().call('GET', path)).body['authorization']).toBeNull();
    await orderReport(service(), { candidateId });
    const assumed = { source: 'assumed', at: start };
    expect((await service().call('GET', path)).body['authorization']).toEqual(assumed);
    await advance('1d');
    await orderReport(service(), { candidateId });
    expect((await service().call('GET', path)).body['authorization']).toEqual(assumed);
  });

  it('metadata never chooses how a report ends', async () => {
    const metadata = { lastName: 'Consider', outcome: 'suspended', status: 'canceled' };
    const { id } = await orderReport(service(), { metadata });
    await advance('1h');
    expect(await getReport(service(), id)).toMatchObject({ result: 'clear', metadata });
  });

  it('an archived package cannot be ordered', async () => {
    const archived = conflict('archived');
    const candidateId = await createCandidate(service());
    const packageId = await addPackage(service().sql, 'old', ['ssn-trace'], { archived: true });
    const order = { candidateId, packageId, workState: 'CA' };
    expect(await service().call('POST', '/v1/reports', order)).toMatchObject(archived);
    await service().call('DELETE', `/v1/candidates/${candidateId}`);
    order.packageId = await packageOf(service().sql, 'essential');
    expect(await service().call('POST', '/v1/reports', order)).toMatchObject(archived);
    expect(await service().list('/v1/reports')).toEqual([]);
  });
});

describe('the price', () => {
  it('is that of the order, whatever becomes of the package', async () => {
    const { sql } = service();
    const summed = await addPackage(sql, 'two', ['ssn-trace', 'national-criminal']);
    const { id, price } = await orderReport(service(), { packageId: summed });
    expect(price).toEqual({ amountCents: 1300, currency: 'USD', source: 'list' });
    await sql.update(packages).set({ priceCents: 9900 }).where(eq(packages.id, summed));
    expect((await getReport(service(), id))['price']).toEqual(price);
    const { price: later } = await orderReport(service(), { packageId: summed });
    expect(later).toMatchObject({ amountCents: 9900 });
  });

  it('is that of the price book at the time of the order', async () => {
    const { send, sql } = service();
    const { key, tenantId } = await provision(service());
    const packageId = await addPackage(sql, 'trace', ['ssn-trace'], { tenantId });
    const ana = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana.ruiz@example.com' };
    const { id: candidateId } = await send('POST', '/v1/candidates', ana, { key });
    const order = { candidateId, packageId, workState: 'NY' };
    const orders: unknown[] = [];
    for (const [tenant, amountCents] of [
      ['', 300],
      ['acct', 250],
      [tenantId, 200],
    ] as const) {
      const price = { kind: 'package', slug: 'trace', tenantId: tenant, amountCents } as const;
      if (tenant) await sql.insert(prices).values(price);
      orders.push((await send('POST', '/v1/reports', order, { key }))['id']);
    }
    await sql.delete(prices);
    const shown = orders.map((id) => send('GET', `/v1/reports/${id}`, undefined, { key }));
    expect((await Promise.all(shown)).map(({ price }) => price)).toEqual([
      { amountCents: 300, currency: 'USD', source: 'list' },
      { amountCents: 250, currency: 'USD', source: 'partner' },
      { amountCents: 200, currency: 'USD', source: 'tenant' },
    ]);
  });
});

describe('a report whose checks need more of the candidate', () => {
  const unknown = { dateOfBirth: undefined, ssnLast4: undefined };

  it('waits, names what is missing, and starts when it is complete', async () => {
    const report = await orderReport(service(), { candidate: unknown });
    const { id } = report;
    expect(report).toMatchObject({
      status: 'pending',
      missingInformation: ['dateOfBirth', 'ssnLast4'],
      estimatedCompletionAt: null,
      checks: [
        { status: 'pending', missingInformation: ['dateOfBirth', 'ssnLast4'], startedAt: null },
        { status: 'pending', missingInformation: ['dateOfBirth'], startedAt: null },
        { status: 'pending', missingInformation: ['dateOfBirth'], startedAt: null },
      ],
    });
    await advance('60d');
    expect(await getReport(service(), id)).toEqual(report);

    const { body: partly } = await information(id, { dateOfBirth: known.dateOfBirth });
    expect(partly).toMatchObject({ status: 'pending', missingInformation: ['ssnLast4'] });
    const { body: started } = await information(id, { ssnLast4: known.ssnLast4 });
    const startedAt = '2026-03-02T00:00:00.000Z';
    expect(started).toMatchObject({
      status: 'in_progress',
      missingInformation: [],
      estimatedCompletionAt: '2026-03-02T01:00:00.000Z',
      checks: Array(3).fill({ status: 'in_progress', missingInformation: [], startedAt }),
    });
    expect((await service().call('GET', `/v1/candidates/${report['candidateId']}`)).body).toEqual(
      expect.objectContaining(known),
    );
    await advance('1h');
    expect(await getReport(service(), id)).toMatchObject({
      status: 'complete',
      turnaroundSeconds: 60 * 86_400 + 3600,
    });
  });

  it('starts by a change of the candidate, as do the others', async () => {
    const candidateId = await createCandidate(service(), unknown);
    const first = await orderReport(service(), { candidateId });
    const driver = await packageOf(service().sql, 'driver');
    const second = await orderReport(service(), { candidateId, packageId: driver });
    const path = `/v1/candidates/${candidateId}`;
    const statuses = async () => {
      const shown = await service().list(`/v1/reports?candidateId=${candidateId}`);
      return shown.map(({ status }) => status);
    };
    await service().call('PATCH', path, { firstName: 'Ana' });
    expect(await statuses()).toEqual(['pending', 'pending']);
    const needsBirth = await addPackage(service().sql, 'registry', ['sex-offender-registry']);
    const third = await orderReport(service(), { candidateId, packageId: needsBirth });
    await service().call('PATCH', path, { dateOfBirth: known.dateOfBirth });
    expect(await statuses()).toEqual(['pending', 'pending', 'in_progress']);
    await information(first.id, { ssnLast4: known.ssnLast4 });
    expect(await statuses()).toEqual(['in_progress', 'in_progress', 'in_progress']);
    await advance('4h');
    for (const { id } of [first, second, third]) {
      expect(await getReport(service(), id)).toMatchObject({ status: 'complete' });
    }
  });

  it('does not wait for a field that no check needs', async () => {
    const packageId = await addPackage(service().sql, 'school', ['education-verification']);
    const report = await orderReport(service(), { packageId, candidate: unknown });
    expect(report).toMatchObject({ status: 'in_progress', missingInformation: [] });
  });

  it('takes no whole Social Security number, no birth in the future, and nothing else', async () => {
    const { id, candidateId } = await orderReport(service(), { candidate: unknown });
    for (const [param, fields] of [
      ['ssnLast4', { ssnLast4: '078-05-1120' }],
      ['dateOfBirth', { dateOfBirth: '2026-01-02' }],
      ['phone', { phone: '078-05-1120' }],
      ['workState', { workState: 'ZZ' }],
      ['firstName', { firstName: 'Ana' }],
      ['dateOfBirth', { dateOfBirth: null }],
      ['', {}],
    ] as const) {
      const answer = await information(id, fields);
      const errors = expect.arrayContaining([expect.objectContaining({ param })]);
      expect(answer, param).toMatchObject({ status: 422, body: { errors } });
      expect(answer.text).not.toMatch(/078.?05.?1120/);
    }
    const { body } = await service().call('GET', `/v1/candidates/${candidateId}`);
    expect(body).toMatchObject({ dateOfBirth: null, ssnLast4: null, phone: null, workState: null });
  });
});

describe('List and filter reports.', () => {
  it('by each filter, newest first', async () => {
    const { list, sql } = service();
    const packageId = await addPackage(sql, 'trace', ['ssn-trace']);
    const clear = await orderReport(service(), { workState: 'NY' });
    await advance('1d');
    const found = await orderReport(service(), { lastName: 'Consider', packageId });
    await advance('1d');
    const open = await orderReport(service(), { workState: 'TX' });
    const ids = async (query: string) =>
      (await list(`/v1/reports?${query}`)).map(({ id }) => id).reverse();
    expect(await ids('')).toEqual([open.id, found.id, clear.id]);
    expect(await ids(`candidateId=${found['candidateId']}`)).toEqual([found.id]);
    expect(await ids(`packageId=${packageId}`)).toEqual([found.id]);
    expect(await ids('status=complete')).toEqual([found.id, clear.id]);
    expect(await ids('status=in_progress')).toEqual([open.id]);
    expect(await ids('result=consider')).toEqual([found.id]);
    expect(await ids('result=clear')).toEqual([clear.id]);
    expect(await ids('adjudication=engaged')).toEqual([]);
    expect(await ids('workState=TX')).toEqual([open.id]);
    expect(await ids('createdAfter=2026-01-01T00:00:00Z')).toEqual([open.id, found.id]);
    expect(await ids('createdBefore=2026-01-02T00:00:00Z')).toEqual([clear.id]);
    expect(await ids('status=complete&createdAfter=2026-01-01T12:00:00Z')).toEqual([found.id]);
    expect(await ids(`status=canceled&candidateId=${open['candidateId']}`)).toEqual([]);
  });
});

describe('include', () => {
  it('adds the candidate and the package, and nothing that is not named', async () => {
    const { id, candidateId, packageId } = await orderReport(service());
    const candidate = (await service().call('GET', `/v1/candidates/${candidateId}`)).body;
    const ofPackage = expect.objectContaining({ id: packageId, slug: 'essential' });
    const plain = (await get(id)).body;
    expect((await get(id, '?include=candidate')).body).toEqual({ ...plain, candidate });
    expect((await get(id, '?include=package')).body).toEqual({ ...plain, package: ofPackage });
    const both = { ...plain, candidate, package: ofPackage };
    expect((await get(id, '?include=package,candidate')).body).toEqual(both);
    expect(await service().list('/v1/reports?include=candidate,package')).toEqual([both]);
  });
});

describe('a canceled report', () => {
  it('has no result, keeps the existing results, and does not continue', async () => {
    const { id } = await orderReport(service(), { lastName: 'Consider' });
    await advance('1m');
    const body = await service().send('POST', `/v1/reports/${id}/cancel`);
    expect(body).toMatchObject({
      status: 'canceled',
      result: null,
      includesCanceled: true,
      completedAt: null,
      turnaroundSeconds: null,
      estimatedCompletionAt: null,
      checks: [
        { status: 'clear', result: 'clear' },
        { status: 'canceled', result: null },
        { status: 'canceled', result: null },
      ],
    });
    await advance('60d');
    expect(await getReport(service(), id)).toEqual(body);
  });

  it('that was pending has started no check', async () => {
    const { id } = await orderReport(service(), { candidate: { ssnLast4: undefined } });
    const { body } = await service().call('POST', `/v1/reports/${id}/cancel`);
    expect(body).toMatchObject({
      status: 'canceled',
      missingInformation: [],
      checks: Array(3).fill({ status: 'canceled', startedAt: null, missingInformation: [] }),
    });
  });
});

it('work that is left over does nothing', async () => {
  const canceled = await orderReport(service());
  await service().send('POST', `/v1/reports/${canceled.id}/cancel`);
  const open = await orderReport(service());
  const suspended = await orderReport(service(), { lastName: 'Suspended' });
  await advance('1m');
  const [done] = checksOf(open);
  const dueAt = new Date(start);
  const leftOver = (id: string, checkId: unknown) => [
    { kind: 'check_result' as const, ref: id, dueAt, payload: { checkId, outcome: 'consider' } },
    { kind: 'suspension_expiry' as const, ref: id, dueAt },
  ];
  const shown = async () => {
    const reports = [];
    for (const { id } of [canceled, open, suspended]) reports.push(await getReport(service(), id));
    return reports;
  };
  const before = await shown();
  await service()
    .sql.insert(jobs)
    .values([
      ...leftOver(canceled.id, checksOf(canceled)[1]?.['id']),
      ...leftOver(open.id, done?.['id']),
      // No job for the end of the suspension is left over.
      ...leftOver(suspended.id, checksOf(suspended)[1]?.['id']).slice(0, 1),
    ]);
  expect((await service().control('/clock', { settle: true })).body['ran']).toBe(5);
  expect(await shown()).toEqual(before);
});
