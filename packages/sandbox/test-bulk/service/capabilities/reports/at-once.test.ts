import { eq, sql as raw } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { jobs } from '../../../../src/service/db/schema/index.js';
import {
  addPackage,
  checksOf,
  createCandidate,
  getReport,
  known,
  orderReport,
  packageOf,
} from '../../../../test/support/reports.js';
import { sharedService } from '../../../../test/support/service.js';

// Concurrent changes of a report.

const service = sharedService();
const advance = (by: string) => service().control('/clock', { advance: by });
const cancel = (id: string) => service().call('POST', `/v1/reports/${id}/cancel`);
const information = (id: string, fields: object) =>
  service().call('POST', `/v1/reports/${id}/information`, fields);
const unknown = { dateOfBirth: undefined, ssnLast4: undefined };

const dueFor = (id: string) => service().sql.$count(jobs, eq(jobs.ref, id));

describe('two calls', () => {
  it('with the same information start a report once', async () => {
    const { id } = await orderReport(service(), { candidate: unknown });
    const answers = await Promise.all([information(id, known), information(id, known)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await dueFor(id)).toBe(3);
    await advance('1h');
    expect(await getReport(service(), id)).toMatchObject({ status: 'complete', result: 'clear' });
  });

  it('with a half of the information each start it', async () => {
    const { id, candidateId } = await orderReport(service(), { candidate: unknown });
    const answers = await Promise.all([
      information(id, { ssnLast4: known.ssnLast4 }),
      service().call('PATCH', `/v1/candidates/${candidateId}`, { dateOfBirth: known.dateOfBirth }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await getReport(service(), id)).toMatchObject({ status: 'in_progress' });
    expect(await dueFor(id)).toBe(3);
  });

  it('resume a suspended report once', async () => {
    const { id } = await orderReport(service(), { lastName: 'Suspended' });
    await advance('1m');
    const answers = await Promise.all([information(id, known), information(id, known)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await dueFor(id)).toBe(2);
  });

  it('cancel a report once', async () => {
    const { id } = await orderReport(service());
    const answers = await Promise.all([cancel(id), cancel(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await dueFor(id)).toBe(0);
  });

  it('archive the candidate, or order a report of them', async () => {
    const candidateId = await createCandidate(service());
    const packageId = await packageOf(service().sql, 'essential');
    const [archived, ordered] = await Promise.all([
      service().call('DELETE', `/v1/candidates/${candidateId}`),
      service().call('POST', '/v1/reports', { candidateId, packageId, workState: 'CA' }),
    ]);
    expect([archived.status, ordered.status]).toSatisfy(
      ([one, other]) => (one === 200 && other === 409) || (one === 409 && other === 201),
    );
  });
});

describe('a call while results are due', () => {
  const ids: string[] = [];
  const reports = () => Promise.all(ids.map((id) => getReport(service(), id)));

  async function orderSix(lastName: string): Promise<void> {
    ids.length = 0;
    for (let count = 0; count < 6; count += 1) {
      ids.push((await orderReport(service(), { lastName })).id);
    }
  }

  it('that cancels comes before a result or after it', async () => {
    await orderSix('Consider');
    const [, ...answers] = await Promise.all([advance('1h'), ...ids.map(cancel)]);
    await advance('1h');
    for (const [index, report] of (await reports()).entries()) {
      const { status = 0 } = answers[index] ?? {};
      const checks = checksOf(report).map((check) => check['status']);
      if (status === 200) {
        expect(report).toMatchObject({ status: 'canceled', result: null, completedAt: null });
        expect(checks).toContain('canceled');
        expect(answers[index]?.body).toEqual(report);
      } else {
        expect(answers[index]).toMatchObject({ status: 409, body: { currentStatus: 'complete' } });
        expect(report).toMatchObject({ status: 'complete', result: 'consider' });
        expect(checks).not.toContain('canceled');
      }
      expect(checks).not.toContain('in_progress');
      expect(await dueFor(ids[index] ?? '')).toBe(0);
    }
  });

  it('that supplies information finds a report that is suspended, or not yet', async () => {
    await orderSix('Suspended');
    const [, ...answers] = await Promise.all([
      advance('1m'),
      ...ids.map((id) => information(id, known)),
    ]);
    for (const [index, report] of (await reports()).entries()) {
      const resumed = answers[index]?.status === 200;
      expect(report['status']).toBe(resumed ? 'in_progress' : 'suspended');
      expect(await dueFor(ids[index] ?? '')).toBe(resumed ? 2 : 1);
    }
  });
});

it('ten reports that end at the same time end in the same way each time', async () => {
  const run = async (): Promise<string> => {
    await service().control('/reset', {});
    // Both checks end at the same time, in all reports.
    const packageId = await addPackage(service().sql, 'two', [
      'national-criminal',
      'health-record',
    ]);
    for (const lastName of ['Consider', 'Clear', 'Suspended', 'Canceled', 'Disputed']) {
      const candidateId = await createCandidate(service(), { lastName });
      await orderReport(service(), { candidateId, packageId });
      await orderReport(service(), { candidateId, packageId });
    }
    await advance('1h');
    return (await service().call('GET', '/v1/reports?limit=100')).text;
  };
  const first = await run();
  expect(await run()).toBe(first);
  const statuses = (await service().list('/v1/reports')).map(({ status }) => status);
  expect(statuses).toEqual([
    ...['complete', 'complete', 'complete', 'complete', 'suspended', 'suspended'],
    ...['canceled', 'canceled', 'complete', 'complete'],
  ]);
});

it('an order that fails at its end leaves nothing', async () => {
  const { sql, call } = service();
  // Discards the errors of earlier tests: only the error of the order is checked below.
  await service().failed();
  const candidateId = await createCandidate(service());
  const packageId = await packageOf(sql, 'essential');
  const order = { candidateId, packageId, workState: 'CA' };
  // An order writes the change to `in_progress` last.
  await sql.execute(raw`alter table reports add constraint broken check (status = 'pending')`);
  try {
    expect(await call('POST', '/v1/reports', order)).toMatchObject({ status: 500 });
    await expect(service().failed()).rejects.toThrow();
  } finally {
    await sql.execute(raw`alter table reports drop constraint broken`);
  }
  expect(await sql.$count(jobs)).toBe(0);
  expect(await service().list('/v1/reports')).toEqual([]);
  const { body } = await call('GET', `/v1/candidates/${candidateId}`);
  expect(body['authorization']).toBeNull();
  expect(await call('POST', '/v1/reports', order)).toMatchObject({ status: 201 });
});
